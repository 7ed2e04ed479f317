import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Contact, Conversation, Message, ThreadItem } from '#client/generated/models.ts'
import { createDb, createPool } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { createTestPerson, testPhone } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { openSimulated } from '#test/simulated.ts'
import { waitFor } from '#test/wait-for.ts'

const { context, url, call, sim, open } = await openSimulated()
const template = { name: 'hello', language: 'en' }
let own: Awaited<ReturnType<typeof open>>
let channel_id: string

before(async () => {
  own = await open()
  channel_id = own.channel.id
})

const problem = (answer: { status: number; body: any }, code: string, field?: string) => {
  assert.deepEqual([answer.body.code, answer.status >= 400], [code, true], JSON.stringify(answer))
  if (field) assert.equal(answer.body.errors[0]?.field, field)
}
const chatsOf = async (phone: string) =>
  (await own.get(`/api/v1/chats?q=${encodeURIComponent(phone.slice(1))}`)).body.data
/** Lets a customer write, and waits until the message is in the conversation. */
async function customerAnswers(phone: string, conversationId: string): Promise<void> {
  const number = { phone_number_id: own.account, waba_id: own.businessAccount }
  await sim('POST /sim/inbound', { from: phone, text: 'Thank you', ...number })
  await waitFor(async () => {
    const { body } = await own.get(`/api/v1/chats/${conversationId}/messages`)
    return body.data.some((message: Message) => message.direction === 'inbound')
  })
}
/** Returns the types of the events about a conversation, in order. */
async function eventsOf(conversationId: string): Promise<string[]> {
  const types: string[] = []
  let after_ = ''
  for (;;) {
    const { body } = await own.get(`/api/v1/events?limit=100${after_}`)
    for (const { type, data } of body.data)
      if ([data.id, data.conversation_id].includes(conversationId)) types.push(type)
    if (body.data.length < 100) return types
    after_ = `&after=${body.next_cursor}`
  }
}

describe('a message to a contact on a channel', () => {
  test('opens the conversation of a contact who has none, and the customer answers in it', async () => {
    const { id: person_id, phoneE164 } = await createTestPerson(own.scope, { name: 'Imported' })
    const { status, body } = await own.send({ channel_id, person_id, template })
    assert.equal(status, 201)
    assert.deepEqual([body.person_id, body.target.matched_by], [person_id, 'opened'])
    const chat = (await own.get(`/api/v1/chats/${body.conversation_id}`)).body
    assert.deepEqual(
      [chat.person.id, chat.channel.id, chat.status, chat.assignee_id],
      [person_id, channel_id, 'open', null],
    )
    await own.settled(body.id, 'delivered')
    await customerAnswers(phoneE164, body.conversation_id)
    assert.deepEqual(
      (await eventsOf(body.conversation_id)).filter((type) => !type.includes('status')),
      ['conversation.created', 'message.sent', 'message.received'],
    )
    const next = await own.send({ channel_id, person_id, message: 'You are welcome' })
    assert.deepEqual(
      [next.body.conversation_id, next.body.target.matched_by],
      [body.conversation_id, 'person_id'],
    )
  })

  test('creates the contact of an unknown number, read in the country of the workspace', async () => {
    const phone = testPhone()
    const { body } = await own.send({ channel_id, phone: phone.slice(3), template })
    const chat = (await own.get(`/api/v1/chats/${body.conversation_id}`)).body
    assert.equal(chat.person.phone_e164, phone)
    const again = await own.send({ channel_id, recipient_phone: phone, template })
    assert.deepEqual(
      [again.body.conversation_id, again.body.target.matched_by],
      [body.conversation_id, 'phone_e164'],
    )
  })

  test('is assigned to the member who begins it, and stays with whoever has it', async () => {
    const agent = await signInTestMember(call, own.scope, 'agent')
    const phone = testPhone()
    const as = (headers: Record<string, string>) =>
      call('POST /api/v1/messages/send', { headers, body: { channel_id, phone, template } })
    const { body } = await as(agent.headers)
    const path = `/api/v1/chats/${body.conversation_id}`
    assert.equal((await own.get(path)).body.assignee_id, agent.membershipId)
    const { data: thread } = (await own.get(`${path}/thread`)).body
    const change = thread.find((item: ThreadItem) => item.kind === 'change')
    assert.deepEqual([change.type, change.actor.id], ['assigned', agent.membershipId])
    await as((await signInTestMember(call, own.scope, 'agent')).headers)
    assert.equal((await own.get(path)).body.assignee_id, agent.membershipId)
  })

  test('goes to the named channel, also when the contact has a conversation on another one', async () => {
    const other = await own.customerWrites()
    const second = await own.addChannel()
    const { body } = await own.send({ channel_id: second.id, phone: other.phone, template })
    assert.notEqual(body.conversation_id, other.id)
    const chat = (await own.get(`/api/v1/chats/${body.conversation_id}`)).body
    assert.equal(chat.channel.id, second.id)
    const first = await own.send({ channel_id, phone: other.phone, message: 'Here' })
    assert.equal(first.body.conversation_id, other.id)
  })

  test('uses the conversation under the other spelling of the number', async () => {
    const digits = `8${testPhone().slice(6)}`
    const [long, short] = [`+55119${digits}`, `+5511${digits}`]
    const { body } = await own.send({ channel_id, phone: long, template })
    // The contact has both, so that a message that arrives at the same moment finds it, too.
    const { identities } = (await own.get(`/api/v1/contacts/${body.person_id}`)).body
    for (const value of [long, short])
      assert.ok(
        identities.some((each: Contact['identities'][number]) => each.value === value.slice(1)),
      )
    await customerAnswers(short, body.conversation_id)
    const back = await own.send({ channel_id, phone: short, message: 'Oi' })
    assert.equal(back.body.conversation_id, body.conversation_id)
  })

  test('is repeated with its idempotency key, and sent once', async () => {
    const phone = testPhone()
    const headers = { 'idempotency-key': newId() }
    const body = { channel_id, phone, template }
    const ask = () => call('POST /api/v1/messages/send', { key: own.key, body, headers })
    const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()]
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, answers[0]!.text)
    const { conversation_id } = answers[0]!.body
    const { body: messages } = await own.get(`/api/v1/chats/${conversation_id}/messages`)
    assert.equal(messages.data.length, 1)
  })
})

describe('a first message', () => {
  test('must be a template, and nothing is created otherwise', async () => {
    const phone = testPhone()
    const answer = await own.send({ channel_id, phone, message: 'Hi' })
    assert.equal(answer.status, 422)
    problem(answer, 'template_required', 'template')
    const known = await own.get(`/api/v1/contacts?q=${phone.slice(1)}`)
    assert.deepEqual(known.body.data, [])
    const sent = await own.send({ channel_id, phone, template })
    assert.equal(sent.body.target.matched_by, 'opened')
  })

  test('needs a contact that exists, a number, and a channel that reaches it', async () => {
    const { id: person_id } = await createTestPerson(own.scope)
    const { body: unreachable } = await own.post('/api/v1/contacts', { name: 'No number' })
    problem(
      await own.send({ channel_id, person_id: unreachable.id, template }),
      'contact_not_reachable',
      'person_id',
    )
    problem(await own.send({ channel_id, person_id: newId(), template }), 'person_not_found')
    problem(await own.send({ channel_id: newId(), person_id, template }), 'channel_not_found')
    problem(await own.send({ person_id, template }), 'validation_failed', 'channel_id')
    for (const other of [{ phone: testPhone() }, { conversation_id: newId() }])
      problem(
        await own.send({ channel_id, person_id, ...other, template }),
        'validation_failed',
        'person_id',
      )
    problem(
      await own.send({ channel_id, conversation_id: newId(), template }),
      'validation_failed',
      'channel_id',
    )
    const page = await own.addChannel('messenger')
    const refused = await own.send({ channel_id: page.id, person_id, template })
    problem(refused, 'channel_not_connected')
  })

  test('is refused for a blocked contact and on a channel that cannot send', async () => {
    const { id: person_id } = await createTestPerson(own.scope)
    const quiet = await own.addChannel()
    await own.scope.db
      .updateTable('channels')
      .set({ account_status: 'disabled', account_reason: 'SCAM' })
      .where('workspace_id', '=', own.workspaceId)
      .where('id', '=', quiet.id)
      .execute()
    const answer = await own.send({ channel_id: quiet.id, person_id, template })
    problem(answer, 'channel_not_connected')
    assert.match(answer.body.detail, /disabled \(SCAM\)/)
    await own.post(`/api/v1/contacts/${person_id}/block`, {})
    problem(await own.send({ channel_id, person_id, template }), 'contact_blocked')
    assert.deepEqual((await own.get(`/api/v1/chats?person_id=${person_id}`)).body.data, [])
  })
})

describe('what can be sent to a contact', () => {
  const canSend = async (query: string) => (await own.get(`/api/v1/chats/can-send?${query}`)).body
  const here = (body: any) => body.channels.find((each: any) => each.channel.id === channel_id)

  test('is a template before there is a conversation, and a text once the customer has written', async () => {
    const phone = testPhone()
    const unknown = await canSend(`phone_e164=${phone.slice(3)}`)
    assert.deepEqual([unknown.person, unknown.phone_e164], [null, phone])
    assert.deepEqual(
      [here(unknown).conversation_id, here(unknown).template.allowed, here(unknown).free_form.code],
      [null, true, 'template_required'],
    )
    const { id, phone: known } = await own.customerWrites()
    const found = await canSend(`phone_e164=${encodeURIComponent(known)}`)
    assert.deepEqual(
      [found.person.phone_e164, found.channels[0].conversation_id, found.channels[0].window.status],
      [known, id, 'open'],
    )
    assert.equal(found.channels[0].free_form.allowed, true)
    assert.deepEqual(await canSend(`person_id=${found.person.id}`), found)
  })

  test('names what is in the way', async () => {
    const { body: contact } = await own.post('/api/v1/contacts', { name: 'No number' })
    const body = await canSend(`person_id=${contact.id}&channel_id=${channel_id}`)
    assert.equal(body.channels.length, 1)
    assert.equal(here(body).template.code, 'contact_not_reachable')
    const { id } = await createTestPerson(own.scope)
    await own.post(`/api/v1/contacts/${id}/block`, {})
    assert.equal(here(await canSend(`person_id=${id}`)).template.code, 'contact_blocked')
    problem(await own.get(`/api/v1/chats/can-send?person_id=${newId()}`), 'person_not_found')
    problem(await own.get('/api/v1/chats/can-send?phone_e164=12'), 'invalid_phone', 'phone_e164')
    problem(await own.get('/api/v1/chats/can-send'), 'missing_target')
  })
})

test('fifty requests of two processes and a message of the customer end in one conversation', async () => {
  const pool = createPool({ url, max: 10, name: 'parley second', onError: () => undefined })
  const db = createDb(pool)
  after(() => db.destroy())
  const second = await openTestApi({ ...context, db })
  for (const isKnown of [false, true]) {
    const phone = testPhone()
    const person = isKnown ? await createTestPerson(own.scope, { phoneE164: phone }) : undefined
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const target =
            person && index % 3 === 0 ? { person_id: person.id } : { phone_e164: phone }
          return (index % 2 ? call : second.call)('POST /api/v1/messages/send', {
            key: own.key,
            headers: { 'idempotency-key': newId() },
            body: { channel_id, ...target, template },
          })
        }),
      ),
      own.customerWrites(phone),
    ])
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    const ids = new Set(answers.map(({ body }) => body.conversation_id))
    assert.equal(ids.size, 1)
    assert.equal(new Set(answers.map(({ body }) => body.person_id)).size, 1)
    const [id] = [...ids] as [string]
    assert.deepEqual(
      (await chatsOf(phone)).map((chat: Conversation) => chat.id),
      [id],
    )
    await waitFor(async () => {
      const { body } = await own.get(`/api/v1/chats/${id}/messages?limit=100`)
      return body.data.length === 51
    })
    const created = (await eventsOf(id)).filter((type) => type === 'conversation.created')
    assert.equal(created.length, 1)
  }
})
