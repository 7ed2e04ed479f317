import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestWorkspace, testPhone } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { getChat } from '#conversations/get-chat.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { listMessages } from '#messages/list-messages.ts'
import { createIngest } from '#ingest.ts'
import { payloadOf, sign, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { createInboundLane } from './create-inbound-lane.ts'
import { inboundDelay, inboundPayloads } from '#lib/metrics.ts'
import { moves } from '#test/moves.ts'

const { context } = await openTestContext()
const app = createIngest(context)
const lane = createInboundLane(context)

async function deliver(payload: Json | string): Promise<void> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const answer = await app.inject({
    method: 'POST',
    url: '/webhook/whatsapp',
    payload: body,
    headers: { 'x-hub-signature-256': sign(body), 'content-type': 'application/json' },
  })
  assert.equal(answer.statusCode, 200)
}

const process_ = (workspaceId: string) =>
  lane.work(
    { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
    new AbortController().signal,
  )

async function setUp() {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const channel = await createTestChannel(scope)
  const receive = async (...payloads: (Json | string)[]) => {
    for (const payload of payloads) await deliver(payload)
    assert.equal(await process_(workspaceId), null)
  }
  return { scope, workspaceId, channel, account: channel.account, receive }
}

type Table = 'people' | 'chats' | 'messages' | 'inbound_payloads' | 'events'

const rows = (scope: Scope, table: Table): Promise<any[]> =>
  scope.db
    .selectFrom(table)
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id')
    .execute()

const newWaId = () => testPhone().slice(1)
const now = Math.floor(Date.now() / 1000)

test('a text message of a stranger becomes a person, a chat and a message with the platform’s time', async () => {
  const { scope, account, receive } = await setUp()
  const from = newWaId()
  const at = now - 3600
  await receive(
    payloadOf(account, textFrom(from, 'Is the café open? ☕', { at, name: 'José Ñandú' })),
  )
  const [person] = await rows(scope, 'people')
  assert.deepEqual(
    [person.name, person.phone_e164, person.source, person.last_seen_at],
    ['José Ñandú', `+${from}`, 'whatsapp', new Date(at * 1000)],
  )
  const [row] = await rows(scope, 'chats')
  const chat = await getChat(scope, row.id)
  assert.equal(chat.unread_count, 1)
  assert.equal(chat.last_message?.text, 'Is the café open? ☕')
  assert.deepEqual(chat.last_message_at, new Date(at * 1000))
  assert.deepEqual(chat.window_expires_at, new Date((at + 86_400) * 1000))
  const { data } = await listMessages(scope, row.id, {})
  assert.deepEqual(
    data.map((message) => [message.direction, message.type, message.status, message.author]),
    [['inbound', 'text', 'received', { type: 'person', id: person.id }]],
  )
  assert.deepEqual(data[0]!.created_at, new Date(at * 1000))
  const events = (await rows(scope, 'events')).toSorted((a, b) => a.position - b.position)
  assert.deepEqual(
    events.map((event) => event.type),
    ['conversation.created', 'message.received'],
  )
  assert.deepEqual(JSON.parse(events[1].body).data, JSON.parse(JSON.stringify(data[0])))
})

test('a repeat of a message changes nothing', async () => {
  const { scope, account, receive } = await setUp()
  const payload = payloadOf(account, textFrom(newWaId(), 'once'))
  await moves(
    inboundPayloads,
    { platform: 'whatsapp', result: 'stored' },
    async () => {
      await receive(payload, payload)
      await moves(
        inboundPayloads,
        { platform: 'whatsapp', result: 'processed' },
        () => moves(inboundDelay, { platform: 'whatsapp' }, () => receive(payload), 1),
        1,
      )
    },
    3,
  )
  assert.equal((await rows(scope, 'messages')).length, 1)
  assert.equal((await rows(scope, 'chats'))[0].unread_count, 1)
  assert.equal((await rows(scope, 'events')).length, 2)
  const outcomes = (await rows(scope, 'inbound_payloads')).map((each) => each.outcome[0].result)
  assert.deepEqual(outcomes.toSorted(), ['recorded', 'repeated', 'repeated'])
})

test('ten simultaneous payloads of one new sender make one person, one chat and ten messages in order', async () => {
  const { scope, workspaceId, account } = await setUp()
  const from = newWaId()
  await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      deliver(payloadOf(account, textFrom(from, `part ${place}`, { at: now - 100 + place }))),
    ),
  )
  // Two workers in parallel, as when a lease expired.
  await Promise.all([process_(workspaceId), process_(workspaceId)])
  assert.equal((await rows(scope, 'people')).length, 1)
  const chats = await rows(scope, 'chats')
  assert.equal(chats.length, 1)
  assert.equal(chats[0].unread_count, 10)
  const { data } = await listMessages(scope, chats[0].id, {})
  assert.deepEqual(
    data.map((message) => message.text),
    Array.from({ length: 10 }, (_, place) => `part ${9 - place}`),
  )
})

test('messages of one second keep the order in which they came', async () => {
  const { scope, account, receive } = await setUp()
  const from = newWaId()
  const texts = Array.from({ length: 12 }, (_, place) => `line ${place}`)
  await receive(payloadOf(account, ...texts.map((text) => textFrom(from, text, { at: now }))))
  const [chat] = await rows(scope, 'chats')
  const { data } = await listMessages(scope, chat.id, {})
  assert.deepEqual(data.map((message) => message.text).toReversed(), texts)
})

test('an older message that comes late does not become the last one', async () => {
  const { scope, account, receive } = await setUp()
  const from = newWaId()
  await receive(payloadOf(account, textFrom(from, 'new', { at: now })))
  await receive(payloadOf(account, textFrom(from, 'old', { at: now - 600 })))
  const [chat] = await rows(scope, 'chats')
  assert.equal(chat.last_message_text, 'new')
  assert.equal(chat.unread_count, 2)
  assert.deepEqual(chat.window_expires_at, new Date((now + 86_400) * 1000))
})

test('context and referral of a text are kept beside it', async () => {
  const { scope, account, receive } = await setUp()
  const node = { context: { from: '918000000000', id: 'wamid.q' }, referral: { source_type: 'ad' } }
  await receive(payloadOf(account, textFrom(newWaId(), 'About the offer', { node })))
  const [message] = await rows(scope, 'messages')
  assert.equal(message.type, 'text')
  assert.deepEqual(message.content.context, node.context)
  assert.deepEqual(message.content.referral, node.referral)
})

test('all items of all entries are read, and a malformed one fails alone', async () => {
  const { scope, account, receive } = await setUp()
  const items = Array.from({ length: 200 }, (_, place) => textFrom(newWaId(), `item ${place}`))
  items[50] = { messages: [{ from: 'nobody', timestamp: '1', type: 'text' }] }
  items[51] = { messages: [null, 'text', [], { id: wamid() }] }
  items[52] = { messages: 'none', statuses: { no: 'list' } }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      payloadOf(account, ...items.slice(0, 100)),
      payloadOf(account, ...items.slice(100)),
    ].map((payload) => (payload['entry'] as Json[])[0]),
  })
  await receive(body)
  assert.equal((await rows(scope, 'messages')).length, 197)
  const [payload] = await rows(scope, 'inbound_payloads')
  assert.equal(payload.status, 'failed')
  assert.equal(payload.outcome.filter((each: Json) => each['result'] === 'failed').length, 5)
})

test('an item that the database rejects fails alone', async () => {
  const { scope, account, receive } = await setUp()
  const from = newWaId()
  const nested = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`
  const bad = `{"from":"${from}","id":"${wamid()}","timestamp":"${now}","type":"x","x":${nested}}`
  const good = JSON.stringify(payloadOf(account, textFrom(from, 'before'), textFrom(from, 'after')))
  await receive(good.replace('"messages":[', `"messages":[${bad},`))
  assert.deepEqual(
    (await rows(scope, 'messages')).map((each) => each.text),
    ['before', 'after'],
  )
  const [payload] = await rows(scope, 'inbound_payloads')
  assert.equal(payload.status, 'failed')
})

test('characters that the database cannot store are replaced', async () => {
  const { scope, account, receive } = await setUp()
  const node = { context: { id: 'a\u0000b\ud800' } }
  await receive(
    payloadOf(account, textFrom(newWaId(), 'a\u0000b\ud800c', { name: 'N\u0000', node })),
  )
  const [message] = await rows(scope, 'messages')
  assert.equal(message.text, 'a\ufffdb\ufffdc')
  assert.equal(message.content.context.id, 'a\ufffdb\ufffd')
})

test('a customer without a phone is one person with one chat, also when the phone comes later', async () => {
  const { scope, account, receive } = await setUp()
  const from = newWaId()
  const user = 'IN.5566778899'
  const contact = { profile: { name: 'Ila', username: '@ila' }, user_id: user }
  const anonymous = (body: string) => ({
    contacts: [contact],
    messages: [
      { from_user_id: user, id: wamid(), timestamp: String(now), type: 'text', text: { body } },
    ],
  })
  await receive(payloadOf(account, anonymous('first')))
  const known = textFrom(from, 'second')
  const messages = known['messages'] as Json[]
  messages[0]!['from_user_id'] = user
  await receive(payloadOf(account, known))
  await receive(payloadOf(account, anonymous('third'), textFrom(from, 'fourth')))
  const people = await rows(scope, 'people')
  assert.deepEqual(
    people.map((each) => each.phone_e164),
    [`+${from}`],
  )
  assert.equal((await rows(scope, 'chats')).length, 1)
  assert.equal((await rows(scope, 'messages')).length, 4)
})

test('a payload of two workspaces is split: neither sees the other’s items', async () => {
  const one = await setUp()
  const two = await setUp()
  const entry = (account: string, text: string) =>
    (payloadOf(account, textFrom(newWaId(), text))['entry'] as Json[])[0]
  await deliver({
    object: 'whatsapp_business_account',
    entry: [entry(one.account, 'for one'), entry(two.account, 'for two'), entry('123', 'for none')],
  })
  await process_(NO_WORKSPACE)
  await process_(one.workspaceId)
  await process_(two.workspaceId)
  for (const [{ scope }, text] of [
    [one, 'for one'],
    [two, 'for two'],
  ] as const) {
    assert.deepEqual(
      (await rows(scope, 'messages')).map((each) => each.text),
      [text],
    )
    const payloads = await rows(scope, 'inbound_payloads')
    assert.equal(payloads.length, 1)
    assert.doesNotMatch(
      payloads[0].body.toString(),
      text === 'for one' ? /for two|for none/ : /for one|for none/,
    )
  }
  const parents = await rows({ ...one.scope, workspaceId: NO_WORKSPACE }, 'inbound_payloads')
  assert.deepEqual(parents.map((each) => each.status).toSorted(), ['processed', 'unrouted'])
})

test('a status before its message is known is kept', async () => {
  const { scope, account, receive } = await setUp()
  await receive(payloadOf(account, statusOf(wamid(), 'delivered', now)))
  const status = await scope.db
    .selectFrom('message_statuses')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirst()
  assert.equal(status?.message_id, null)
  const [payload] = await rows(scope, 'inbound_payloads')
  assert.equal(payload.outcome[0].result, 'parked')
})

test('the sweeper finds workspaces with pending payloads', async () => {
  const { workspaceId, account } = await setUp()
  await deliver(payloadOf(account, textFrom(newWaId(), 'waiting')))
  const due = await lane.findDue()
  assert.ok(due.some((each) => each.targetId === workspaceId && each.kind === 'inbound'))
  await process_(workspaceId)
  assert.ok(!(await lane.findDue()).some((each) => each.targetId === workspaceId))
})
