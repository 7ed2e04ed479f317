import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getTrail } from '#messages/get-trail.ts'
import { openTestContext } from '#test/context.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { changeOf, payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)
const OURS = '918000000000'

const inField = (account: string, field: string, value: Json): Json => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [changeOf(account, value, field)] }],
})
const echo = (account: string, to: string, id: string, body: string, at = now): Json =>
  inField(account, 'smb_message_echoes', {
    contacts: [{ profile: { name: 'Ila' }, wa_id: to }],
    message_echoes: [{ from: OURS, to, id, timestamp: String(at), type: 'text', text: { body } }],
  })

describe('what the phone sends', () => {
  test('is a message of ours, told apart, that opens no window and has read what came before', async () => {
    const { scope, account, receive } = await open()
    const customer = newWaId()
    await receive(payloadOf(account, textFrom(customer, 'hello?', { at: now - 60 })))
    const id = wamid()
    await receive(echo(account, customer, id, 'from the phone'))
    const message = await messageOf(scope, id)
    assert.deepEqual(
      [message.direction, message.origin, message.status, message.author],
      ['outbound', 'echo', 'sent', { type: 'system', id: null }],
    )
    const [chat] = await rowsOf(scope, 'chats')
    assert.deepEqual(
      [chat.last_message_text, chat.last_message_direction, chat.unread_count],
      ['from the phone', 'outbound', 0],
    )
    assert.deepEqual(chat.window_expires_at, new Date((now - 60 + 86_400) * 1000))
    assert.equal((await eventTypes(scope)).at(-1), 'message.echoed')
    const [activity] = await rowsOf(scope, 'chat_activity')
    assert.equal(activity.waiting_since, null, 'the customer has an answer')
  })

  test('has its statuses, also those that came before it', async () => {
    const { scope, account, receive } = await open()
    const id = wamid()
    await receive(payloadOf(account, statusOf(id, 'read', now + 5)))
    await receive(echo(account, newWaId(), id, 'hi'))
    const message = await messageOf(scope, id)
    assert.equal(message.status, 'read')
    assert.deepEqual(message.read_at, new Date((now + 5) * 1000))
  })

  test('is hidden by a status that says that it was deleted', async () => {
    const { scope, account, receive } = await open()
    const id = wamid()
    await receive(echo(account, newWaId(), id, 'Our offer'))
    const [outcome] = await receive(payloadOf(account, statusOf(id, 'deleted', now)))
    assert.equal(outcome?.result, 'recorded')
    const message = await messageOf(scope, id)
    assert.deepEqual([message.text, message.revoked_at !== null], [null, true])
  })

  test('has advice for its failure that promises no repetition, also for a code as text or none', async () => {
    const { scope, account, receive } = await open()
    for (const [errors, code] of [
      [[{ code: '131026' }], '131026'],
      [[{ code: 131000 }], '131000'],
      [undefined, 'failed'],
    ] as const) {
      const id = wamid()
      await receive(echo(account, newWaId(), id, 'Our offer'))
      await receive(payloadOf(account, statusOf(id, 'failed', now, { errors })))
      const { steps } = await getTrail(scope, (await messageOf(scope, id)).id)
      const error = steps.find(({ status }) => status === 'failed')?.error
      assert.equal(error?.code, code)
      assert.doesNotMatch(error?.advice ?? '', /No action needed|is retried/)
    }
  })

  test('is edited and revoked from there', async () => {
    const { scope, account, receive } = await open()
    const [id, to] = [wamid(), newWaId()]
    const update = (node: Json) =>
      inField(account, 'smb_message_echoes', {
        message_echoes: [{ from: OURS, to, id: wamid(), timestamp: String(now), ...node }],
      })
    await receive(echo(account, to, id, 'teh'))
    const edited = { type: 'text', text: { body: 'the' } }
    await receive(update({ type: 'edit', edit: { original_message_id: id, message: edited } }))
    assert.equal((await messageOf(scope, id)).text, 'the')
    await receive(update({ type: 'revoke', revoke: { original_message_id: id } }))
    assert.ok((await messageOf(scope, id)).revoked_at)
  })

  test('to a stranger makes a chat with that person', async () => {
    const { scope, account, receive } = await open()
    const to = newWaId()
    await receive(echo(account, to, wamid(), 'hello'))
    const [person] = await rowsOf(scope, 'people')
    assert.deepEqual([person.phone_e164, person.last_seen_at], [`+${to}`, null])
  })
})

describe('a history', () => {
  const thread = (customer: string, ids: string[]): Json => ({
    history: [
      {
        metadata: { phase: 0, chunk_order: 1, progress: 100 },
        threads: [
          {
            id: customer,
            messages: [
              {
                from: customer,
                id: ids[0],
                timestamp: String(now - 9000),
                type: 'text',
                text: { body: 'long ago' },
                history_context: { status: 'READ' },
              },
              {
                from: OURS,
                id: ids[1],
                timestamp: String(now - 8000),
                type: 'text',
                text: { body: 'our answer' },
                history_context: { status: 'DELIVERED' },
              },
              {
                from: customer,
                id: ids[2],
                timestamp: String(now - 7000),
                type: 'media_placeholder',
                history_context: { status: 'READ' },
              },
            ],
          },
        ],
      },
    ],
  })

  test('stands in the chat at its own times, and tells nobody', async () => {
    const { scope, account, receive } = await open()
    const ids = [wamid(), wamid(), wamid()]
    await receive(inField(account, 'history', thread(newWaId(), ids)))
    const [asked, answered] = [await messageOf(scope, ids[0]!), await messageOf(scope, ids[1]!)]
    assert.deepEqual(
      [asked.direction, asked.origin, asked.status],
      ['inbound', 'history', 'received'],
    )
    assert.deepEqual(
      [answered.direction, answered.status, answered.created_at],
      ['outbound', 'delivered', new Date((now - 8000) * 1000)],
    )
    const [chat] = await rowsOf(scope, 'chats')
    assert.deepEqual([chat.status, chat.unread_count, chat.window_expires_at], ['closed', 0, null])
    assert.deepEqual(await eventTypes(scope), [])
  })

  test('leaves what is newer in a chat as it is, and repeats nothing', async () => {
    const { scope, account, receive } = await open()
    const customer = newWaId()
    const known = wamid()
    await receive(payloadOf(account, textFrom(customer, 'now', { id: known })))
    const history = thread(customer, [known, wamid(), wamid()])
    await receive(inField(account, 'history', history))
    await receive(inField(account, 'history', history))
    const [chat, ...others] = await rowsOf(scope, 'chats')
    assert.deepEqual(
      [chat.last_message_text, chat.unread_count, chat.status, others],
      ['now', 1, 'open', []],
    )
    assert.equal((await rowsOf(scope, 'messages')).length, 3)
    assert.equal((await messageOf(scope, known)).origin, null)
  })

  test('gets its files later, in place of what stood for them', async () => {
    const { scope, account, receive } = await open()
    const customer = newWaId()
    const ids = [wamid(), wamid(), wamid()]
    await receive(inField(account, 'history', thread(customer, ids)))
    assert.equal((await messageOf(scope, ids[2]!)).type, 'placeholder')
    const image = { id: '321', mime_type: 'image/jpeg', caption: 'a cat' }
    await receive(
      inField(account, 'history', {
        messages: [
          { from: customer, id: ids[2], timestamp: String(now - 7000), type: 'image', image },
        ],
      }),
    )
    const message = await messageOf(scope, ids[2]!)
    assert.deepEqual(
      [message.type, message.text, message.media?.['status']],
      ['image', 'a cat', 'pending'],
    )
    const [chat] = await rowsOf(scope, 'chats')
    assert.deepEqual([chat.unread_count, chat.window_expires_at], [0, null])
    assert.deepEqual(await eventTypes(scope), [])
  })

  test('that is declined says so', async () => {
    const { scope, account, receive } = await open()
    const errors = [{ code: 2593109, title: 'History sync is turned off' }]
    const [outcome] = await receive(inField(account, 'history', { history: [{ errors }] }))
    assert.deepEqual(
      [outcome?.kind, outcome?.result, outcome?.reason],
      ['event', 'recorded', '2593109: History sync is turned off'],
    )
    assert.equal((await rowsOf(scope, 'chats')).length, 0)
  })
})

test('the phone’s address book names contacts without notifying anybody', async () => {
  const { scope, account, receive } = await open()
  const number = newWaId()
  const entry = (action: string, contact: Json) => ({
    type: 'contact',
    action,
    contact,
    metadata: { timestamp: String(now) },
  })
  await receive(
    inField(account, 'smb_app_state_sync', {
      state_sync: [
        entry('add', { full_name: 'Omar Diaz', phone_number: number }),
        entry('remove', { phone_number: newWaId() }),
      ],
    }),
  )
  const people = await rowsOf(scope, 'people')
  assert.deepEqual(
    people.map((each) => [each.name, each.phone_e164]),
    [['Omar Diaz', `+${number}`]],
  )
  assert.deepEqual(await eventTypes(scope), [])
})
