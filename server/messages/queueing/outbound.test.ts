import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Message, Reaction } from '#client/generated/models.ts'
import { newId } from '#lib/ids.ts'
import { testPhone } from '#test/factories.ts'
import { openSimulated } from '#test/simulated.ts'
import { waitFor } from '#test/wait-for.ts'

const { call, sim, open } = await openSimulated()
let own: Awaited<ReturnType<typeof open>>
let chat: Awaited<ReturnType<typeof own.customerWrites>>

before(async () => {
  own = await open()
  chat = await own.customerWrites()
})

const problem = (answer: { status: number; body: any }, code: string, field?: string) => {
  assert.deepEqual([answer.body.code, answer.status >= 400], [code, true], JSON.stringify(answer))
  if (field) assert.equal(answer.body.errors[0]?.field, field)
}
const buttons = {
  type: 'button',
  body: { text: 'Shall we deliver today?' },
  action: {
    buttons: [
      { type: 'reply', reply: { id: 'yes', title: 'Yes' } },
      { type: 'reply', reply: { id: 'no', title: 'No' } },
    ],
  },
}

describe('a message of every type', () => {
  test('reaches the platform as it was written, and is shown with its words', async () => {
    const template = {
      name: 'order_ready',
      language: 'en_US',
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Meera' }] }],
    }
    const location = { latitude: 19.07, longitude: 72.87, name: 'The shop' }
    const contacts = [
      { name: { formatted_name: 'Asha Rao', first_name: 'Asha' }, phones: [{ phone: '+9198' }] },
    ]
    const sends: [Record<string, unknown>, string, string | null, unknown][] = [
      [{ template }, 'template', null, { ...template, language: { code: 'en_US' } }],
      [{ interactive: buttons }, 'interactive', 'Shall we deliver today?', buttons],
      [{ location }, 'location', 'The shop', location],
      [{ contacts }, 'contacts', 'Asha Rao', contacts],
      [{ type: 'text', message: 'Hello' }, 'text', 'Hello', { body: 'Hello', preview_url: false }],
      [
        { type: 'sticker', media_url: 'https://files.example.com/a.webp' },
        'sticker',
        null,
        { link: 'https://files.example.com/a.webp' },
      ],
      [
        { type: 'document', media_url: 'https://files.example.com/1', filename: 'Café.pdf' },
        'document',
        null,
        { link: 'https://files.example.com/1', filename: 'Café.pdf' },
      ],
    ]
    for (const [fields, type, text, node] of sends) {
      const { status, body } = await own.send({ conversation_id: chat.id, ...fields })
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual([body.type, body.text, body.status], [type, text, 'queued'])
      await own.settled(body.id, 'delivered')
      const request = await own.sent(body.id)
      assert.deepEqual([request.type, request[type]], [type, node])
      const stored = await own.get(`/api/v1/messages/${body.id}`)
      assert.deepEqual(stored.body.content, body.content)
    }
  })

  test('may answer a message, and react to one', async () => {
    const { body: list } = await own.get(`/api/v1/chats/${chat.id}/messages`)
    const question = list.data.find((each: Message) => each.direction === 'inbound')
    const { body } = await own.send({
      conversation_id: chat.id,
      message: 'We do',
      reply_to: question.id,
    })
    assert.equal(body.reply_to, question.id)
    await own.settled(body.id, 'delivered')
    assert.deepEqual((await own.sent(body.id)).context, { message_id: chat.platformMessageId })
    const reaction = (emoji: string) => ({
      conversation_id: chat.id,
      reaction: { message_id: question.id, emoji },
    })
    const first = await own.send(reaction('👍🏽'))
    assert.equal(first.status, 201, JSON.stringify(first.body))
    await own.settled(first.body.id, 'delivered')
    assert.deepEqual((await own.sent(first.body.id)).reaction, {
      message_id: chat.platformMessageId,
      emoji: '👍🏽',
    })
    const reactions = async () =>
      (await own.get(`/api/v1/messages/${question.id}`)).body.reactions.map(
        (each: Reaction) => each.emoji,
      )
    assert.deepEqual(await reactions(), ['👍🏽'])
    const second = await own.send(reaction(''))
    await own.settled(second.body.id, 'delivered')
    assert.deepEqual(await reactions(), [])
  })

  test('is refused where its fields contradict each other, naming the field', async () => {
    const other = await own.customerWrites()
    const { body: foreign } = await own.send({ conversation_id: other.id, message: 'x' })
    const url = 'https://files.example.com/a.jpg'
    const reply = (title: string) => ({
      ...buttons,
      action: { buttons: [{ type: 'reply', reply: { id: '1', title } }] },
    })
    const refused: [Record<string, unknown>, string, string][] = [
      [{ type: 'template' }, 'validation_failed', 'template'],
      [{ type: 'image', message: 'x' }, 'validation_failed', 'media_url'],
      [{ type: 'text', message: 'x', media_url: url }, 'validation_failed', 'media_url'],
      [{ type: 'text' }, 'validation_failed', 'message'],
      [{ message: 'x', interactive: buttons }, 'validation_failed', 'message'],
      [
        { interactive: buttons, location: { latitude: 1, longitude: 1 } },
        'validation_failed',
        'location',
      ],
      [{ interactive: {} }, 'validation_failed', 'interactive.type'],
      [{ interactive: reply('') }, 'validation_failed', 'interactive.action.buttons.0.reply.title'],
      [
        { interactive: reply('x'.repeat(21)) },
        'validation_failed',
        'interactive.action.buttons.0.reply.title',
      ],
      [{ location: { latitude: 91, longitude: 0 } }, 'validation_failed', 'location.latitude'],
      [{ contacts: [{}] }, 'validation_failed', 'contacts.0.name.formatted_name'],
      [{ reaction: { message_id: newId(), emoji: 'ok' } }, 'validation_failed', 'reaction.emoji'],
      [{ message: 'x', reply_to: foreign.id }, 'validation_failed', 'reply_to'],
      [{ type: 'sticker', media_url: url, message: 'x' }, 'validation_failed', 'message'],
      [{ message: 'x'.repeat(4090), media_url: url }, 'validation_failed', 'message'],
      [{ message: 'x', channel_id: newId() }, 'validation_failed', 'channel_id'],
      [{ message: 'x', type: 'order' }, 'validation_failed', 'type'],
    ]
    for (const [fields, code, field] of refused)
      problem(await own.send({ conversation_id: chat.id, ...fields }), code, field)
    const message = { conversation_id: chat.id, message: 'x' }
    problem(await own.send({ ...message, reply_to: newId() }), 'message_not_found')
    const file = { conversation_id: chat.id, media_id: newId() }
    problem(await own.send(file), 'media_not_found')
  })
})

describe('the customer service window', () => {
  test('that has closed lets only a template through, and says so beforehand', async () => {
    const late = await own.customerWrites()
    const path = `/api/v1/chats/${late.id}/can-send`
    const before_ = (await own.get(path)).body
    assert.deepEqual(
      [before_.window.status, before_.free_form, before_.template.allowed, before_.holds],
      ['open', { allowed: true, reason: null, code: null }, true, []],
    )
    await own.scope.db
      .updateTable('chats')
      .set({ window_expires_at: new Date(Date.now() - 1000) })
      .where('workspace_id', '=', own.workspaceId)
      .where('id', '=', late.id)
      .execute()
    const conversation_id = late.id
    for (const fields of [{ message: 'still there?' }, { interactive: buttons }])
      problem(await own.send({ conversation_id, ...fields }), 'window_closed', 'template')
    problem(await own.send({ phone_e164: late.phone, message: 'x' }), 'window_closed')
    const { body } = await own.send({
      conversation_id,
      template: { name: 'come_back', language: 'en' },
    })
    assert.equal(body.type, 'template')
    const after_ = (await own.get(path)).body
    assert.deepEqual(
      [after_.window.status, after_.free_form.code, after_.template.allowed],
      ['closed', 'window_closed', true],
    )
  })

  test('is unknown before the customer has written, and a text is taken', async () => {
    const phone_e164 = testPhone()
    const template = { name: 'hello', language: 'en' }
    const { body } = await own.send({ phone_e164, open_conversation: true, template })
    const path = `/api/v1/chats/${body.conversation_id}/can-send`
    assert.equal((await own.get(path)).body.window.status, 'unknown')
    const { status } = await own.send({ conversation_id: body.conversation_id, message: 'Hi' })
    assert.equal(status, 201)
  })
})

describe('a phone without a conversation', () => {
  const template = { name: 'hello', language: 'en' }

  test('gets person, conversation and template in one call, once', async () => {
    const phone_e164 = testPhone()
    const body = { phone_e164, open_conversation: true, template }
    const headers = { 'idempotency-key': newId() }
    const ask = () => call('POST /api/v1/messages/send', { key: own.key, body, headers })
    const answers = await Promise.all([ask(), ask(), ask()])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const [first] = answers
    assert.equal(first!.body.target.matched_by, 'opened')
    const found = await own.get(`/api/v1/chats/${first!.body.conversation_id}`)
    assert.equal(found.body.person.phone_e164, phone_e164)
    await own.settled(first!.body.id, 'delivered')
    const events = await own.get('/api/v1/events?limit=100')
    const types = events.body.data
      .filter((event: any) =>
        [event.data.id, event.data.conversation_id].includes(first!.body.conversation_id),
      )
      .map((event: any) => event.type)
    assert.deepEqual(types.slice(0, 2), ['conversation.created', 'message.sent'])
    const again = await own.send(body)
    assert.equal(again.body.target.matched_by, 'phone_e164')
    assert.equal(again.body.conversation_id, first!.body.conversation_id)
    problem(
      await call('POST /api/v1/messages/send', {
        key: own.key,
        body: { ...body, template: { name: 'other', language: 'en' } },
        headers,
      }),
      'idempotency_key_reused',
    )
  })

  test('is one conversation for two that open it at once, and none when the template is missing', async () => {
    const phone_e164 = testPhone()
    const body = { phone_e164, open_conversation: true, template }
    const answers = await Promise.all([own.send(body), own.send(body), own.send(body)])
    assert.equal(new Set(answers.map((each) => each.body.conversation_id)).size, 1)
    assert.equal(new Set(answers.map((each) => each.body.person_id)).size, 1)
    const stranger = { phone_e164: testPhone(), open_conversation: true }
    problem(await own.send({ ...stranger, message: 'hi' }), 'validation_failed', 'template')
    problem(await own.send({ ...stranger, template, channel_id: newId() }), 'channel_not_found')
    problem(
      await own.send({ phone_e164: stranger.phone_e164, message: 'x' }),
      'conversation_not_found',
    )
  })
})

describe('the trail of a message', () => {
  test('lists each attempt, its error with advice, and each status with the platform’s time', async () => {
    const flaky = await own.customerWrites(`+9198${testPhone().slice(5, 9)}1000`)
    const { body } = await own.send({ conversation_id: flaky.id, message: 'third time lucky' })
    await own.settled(body.id, 'delivered')
    // The platform's statuses may arrive before the answer to the attempt is recorded.
    const trail = await waitFor(async () => {
      const read = (await own.get(`/api/v1/messages/${body.id}/trail`)).body
      return read.steps.every((step: any) => step.outcome !== 'unfinished') && read
    })
    assert.deepEqual(
      trail.steps.map((step: any) => [step.kind, step.outcome ?? step.status, step.number]),
      [
        ['queued', null, null],
        ['attempt', 'retry', 1],
        ['attempt', 'retry', 2],
        ['attempt', 'accepted', 3],
        ['status', 'sent', null],
        ['status', 'delivered', null],
      ],
    )
    assert.equal(trail.steps[1].error.code, '131000')
    assert.match(trail.steps[1].error.advice, /automatically/)
    assert.ok(trail.steps[1].next_at)
    assert.equal(trail.steps[3].platform_message_id, trail.platform_message_id)
  })

  test('of one that failed says what to do', async () => {
    const gone = await own.customerWrites(`+9198${testPhone().slice(5, 9)}1026`)
    const { body } = await own.send({ conversation_id: gone.id, message: 'anybody?' })
    await own.settled(body.id, 'failed')
    const { steps } = (await own.get(`/api/v1/messages/${body.id}/trail`)).body
    assert.equal(steps.at(-1).error.code, '131026')
    assert.match(steps.at(-1).error.advice, /another way/)
  })
})

test('only the recipient with too many messages is delayed, and can-send says until when', async () => {
  const busy = await own.customerWrites()
  // More messages than a slow machine sends while the allowance refills.
  await Promise.all(
    Array.from({ length: 60 }, (_, count) =>
      own.send({ conversation_id: busy.id, message: `${count}` }),
    ),
  )
  const canSend = async () => (await own.get(`/api/v1/chats/${busy.id}/can-send`)).body
  let askedAt = 0
  const { holds, queued_messages: waiting } = await waitFor(async () => {
    askedAt = Date.now()
    const body = await canSend()
    return body.queued_messages <= 20 && body.holds.length > 0 ? body : undefined
  })
  assert.deepEqual([holds[0].code, holds[0].affects], ['pair_rate', 'conversation'])
  const until = new Date(holds[0].until).getTime()
  assert.ok(until >= askedAt && until <= Date.now() + 6_000, `${until - askedAt} ms`)
  const other = await own.send({ conversation_id: chat.id, message: 'meanwhile' })
  await own.settled(other.body.id, 'delivered')
  assert.ok(waiting > 0)
  await waitFor(async () => (await canSend()).queued_messages < waiting)
  assert.ok(await sim('GET /sim/messages?limit=1'))
})

test('a customer waits since the first message that nobody answered, until a reply is queued', async () => {
  const { id, phone } = await own.customerWrites()
  const waitingSince = async () => (await own.get(`/api/v1/chats/${id}`)).body.waiting_since
  const { data } = (await own.get(`/api/v1/chats/${id}/messages`)).body
  assert.equal(await waitingSince(), data[0].created_at)
  await own.customerWrites(phone)
  assert.equal(await waitingSince(), data[0].created_at)
  const list = async () =>
    (await own.get(`/api/v1/chats?sort=waiting`)).body.data.some((each: any) => each.id === id)
  assert.ok(await list())
  await own.send({ conversation_id: id, message: 'Yes, on Mondays.' })
  assert.deepEqual([await waitingSince(), await list()], [null, false])
})
