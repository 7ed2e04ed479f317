import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { updateChannel } from '#channels/update-channel.ts'
import { createTestChat, createTestKey, createTestPerson, testPhone } from '#test/factories.ts'
import { createCall } from '#test/call.ts'
import { openTestMcp } from '#test/mcp.ts'
import { signInTestMember } from '#test/session.ts'
import { openSimulated } from '#test/simulated.ts'
import { waitFor } from '#test/wait-for.ts'
import { createChannel } from '#channels/create-channel.ts'

const { context, app, call, open, sim } = await openSimulated()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const { connect } = await openTestMcp(context)

/** Opens a workspace with a channel of the simulator, another one with a real token, a conversation on each and a test key. */
async function setUp() {
  const workspace = await open()
  const { scope } = workspace
  const live = await createChannel(scope, {
    type: 'whatsapp',
    account: String(randomInt(100_000_000_000, 999_999_999_999)),
    access_token: 'EAAGtoken',
  })
  const liveChat = await createTestChat(scope, { channelId: live.id })
  const simulatedChat = await createTestChat(scope, { channelId: workspace.channel.id })
  const testKey = await createTestKey(scope, ['*'], { mode: 'test' })
  const callByTest = createCall(address, { authorization: `Bearer ${testKey}` })
  const byTest = (request: string, body?: unknown) =>
    callByTest(request, body === undefined ? {} : { body })
  const countRows = async () => {
    const counts: Record<string, number> = {}
    for (const table of ['messages', 'chats', 'people', 'events', 'idempotency_keys'] as const) {
      const rows = await scope.db
        .selectFrom(table)
        .select('workspace_id')
        .where('workspace_id', '=', scope.workspaceId)
        .execute()
      counts[table] = rows.length
    }
    return counts
  }
  return { ...workspace, live, liveChat, simulatedChat, testKey, byTest, countRows }
}

test('a test key sends on the channel of the simulator, by conversation, phone, contact and template', async () => {
  const { simulatedChat, channel, byTest, settled, sent, scope } = await setUp()
  const bodies = [
    { conversation_id: simulatedChat.id, message: 'Hello' },
    { phone_e164: simulatedChat.phoneE164, message: 'Hello again' },
    {
      phone_e164: testPhone(),
      channel_id: channel.id,
      template: { name: 'order_shipped', language: 'en' },
    },
    {
      person_id: (await createTestPerson(scope)).id,
      channel_id: channel.id,
      template: { name: 'order_shipped', language: 'en' },
    },
  ]
  for (const body of bodies) {
    const answer = await byTest('POST /api/v1/messages/send', body)
    assert.equal(answer.status, 201, answer.text)
    await settled(answer.body.id, 'sent', 'delivered', 'read', 'failed')
    assert.ok(await sent(answer.body.id), 'the simulator received it')
  }
})

test('on a channel that is not of the simulator, everything that would reach its platform is refused and changes nothing', async () => {
  const { scope, live, liveChat, byTest, countRows, send, testKey } = await setUp()
  await scope.db
    .updateTable('chats')
    .set({ unread_count: 1 })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', liveChat.id)
    .execute()
  const { body: failed } = await send({ conversation_id: liveChat.id, message: 'By a live key' })
  await scope.db
    .updateTable('messages')
    .set({ status: 'failed', send_due_at: null })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', failed.id)
    .execute()
  const draft = await byTest('POST /api/v1/drafts', { conversation_id: liveChat.id, text: 'Hi' })
  assert.equal(draft.status, 201, draft.text)
  const ticket = await byTest('POST /api/v1/tickets', {
    person_id: liveChat.personId,
    title: 'Wrong size',
    conversation_id: liveChat.id,
  })
  const template = { name: 'order_shipped', language: 'en' }
  const before = await countRows()
  const refused: [string, unknown][] = [
    ['/messages/send', { conversation_id: liveChat.id, message: 'Hello' }],
    ['/messages/send', { phone_e164: liveChat.phoneE164, message: 'Hello' }],
    ['/messages/send', { conversation_id: liveChat.id, template }],
    ['/messages/send', { phone_e164: testPhone(), channel_id: live.id, template }],
    ['/messages/send', { person_id: liveChat.personId, channel_id: live.id, template }],
    ['/messages/send', { phone_e164: liveChat.phoneE164, open_conversation: true, template }],
    [`/messages/${failed.id}/retry`, {}],
    [`/drafts/${draft.body.id}/send`, {}],
    [`/tickets/${ticket.body.id}/customer-updates`, { text: 'Hello' }],
    [`/chats/${liveChat.id}/read`, {}],
    [`/chats/${liveChat.id}/typing`, {}],
    [`/chats/${liveChat.id}/take-over`, {}],
    [`/chats/${liveChat.id}/release`, {}],
  ]
  for (const [path, body] of refused) {
    const answer = await call(`POST /api/v1${path}`, {
      key: testKey,
      body,
      headers: { 'idempotency-key': `${path}-${JSON.stringify(body)}` },
    })
    assert.deepEqual([answer.status, answer.body.code], [403, 'live_key_required'], path)
  }
  const mcp = await connect(testKey)
  const reply = await mcp.use('send_reply', { conversation_id: liveChat.id, text: 'Hello' })
  await mcp.close()
  assert.match(reply.text, /^live_key_required: /)
  assert.deepEqual(await countRows(), before)
  const { body: chat } = await byTest(`GET /api/v1/chats/${liveChat.id}`)
  assert.equal(chat.unread_count, 1)
  const { body: drafts } = await byTest(`GET /api/v1/drafts?conversation_id=${liveChat.id}`)
  assert.equal(drafts.data.length, 1, 'the draft is still open')
})

test('concurrent sends of a live and a test key are judged each by its own key', async () => {
  const { liveChat, simulatedChat, key, testKey } = await setUp()
  const send = (by: string, chat: { id: string }, message: string) =>
    call('POST /api/v1/messages/send', {
      key: by,
      body: { conversation_id: chat.id, message },
    })
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => [
      send(key, liveChat, `live ${index}`),
      send(testKey, liveChat, `test ${index}`),
      send(testKey, simulatedChat, `simulated ${index}`),
    ]).flat(),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array.from({ length: 5 }, () => [201, 403, 201]).flat(),
  )
})

test('can-send tells a test key in advance, and not a live key', async () => {
  const { liveChat, live, byTest, get } = await setUp()
  const { body } = await byTest(`GET /api/v1/chats/${liveChat.id}/can-send`)
  for (const kind of ['free_form', 'template', 'marketing'])
    assert.equal(body[kind].code, 'live_key_required', kind)
  const byContact = `/api/v1/chats/can-send?person_id=${liveChat.personId}&channel_id=${live.id}`
  const { channels } = (await byTest(`GET ${byContact}`)).body
  assert.equal(channels[0].template.code, 'live_key_required')
  const byLive = await get(`/api/v1/chats/${liveChat.id}/can-send`)
  assert.equal(byLive.body.template.allowed, true)
})

test('a queued message of a test key does not leave when its channel gets a real token meanwhile', async () => {
  const workspace = await setUp()
  const { scope } = workspace
  // Held until its token changes, which lets the worker send.
  const own = await createChannel(scope, {
    type: 'whatsapp',
    account: String(randomInt(100_000_000_000, 999_999_999_999)),
    access_token: 'sim_tests',
  })
  await scope.db
    .updateTable('channels')
    .set({ send_held_until: new Date(Date.now() + 3_600_000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', own.id)
    .execute()
  const chat = await createTestChat(scope, { channelId: own.id })
  const queued = await workspace.byTest('POST /api/v1/messages/send', {
    conversation_id: chat.id,
    message: 'Hello',
  })
  const byLive = await workspace.send({ conversation_id: chat.id, message: 'From a live key' })
  assert.deepEqual([queued.status, byLive.status], [201, 201])
  const updated = await updateChannel(scope, own.id, { access_token: 'EAAGtoken' })
  assert.equal(updated.is_simulated, false)
  const failed = await workspace.settled(queued.body.id, 'failed')
  assert.equal(failed.error.code, 'live_key_required')
  const attempt = await waitFor(
    () =>
      scope.db
        .selectFrom('message_attempts')
        .select('error_code')
        .where('workspace_id', '=', scope.workspaceId)
        .where('message_id', '=', byLive.body.id)
        .executeTakeFirst(),
    { what: 'the message of a live key to be sent' },
  )
  assert.notEqual(attempt.error_code, 'live_key_required')
  const { data } = await sim(`GET /sim/messages?biz_opaque_callback_data=${queued.body.id}`)
  assert.deepEqual(data, [])
})

test('channels say whether they are of the simulator, also after a change of their token', async () => {
  const { scope, channel, live } = await setUp()
  const { headers } = await signInTestMember(call, scope)
  const read = async () => {
    const { body } = await call('GET /api/developer/channels', { headers })
    return Object.fromEntries(
      body.data.map((each: { id: string; is_simulated: boolean }) => [each.id, each.is_simulated]),
    )
  }
  assert.deepEqual(await read(), { [channel.id]: true, [live.id]: false })
  await updateChannel(scope, live.id, { access_token: 'sim_other' })
  await updateChannel(scope, channel.id, { name: 'Renamed' })
  assert.deepEqual(await read(), { [channel.id]: true, [live.id]: true })
})

test('a test key is created, rotated and revoked by an admin, and lists and logs show its mode', async () => {
  const { scope } = await setUp()
  const { headers } = await signInTestMember(call, scope)
  const keys = '/api/developer/api-keys'
  const created = await call(`POST ${keys}`, {
    headers,
    body: { name: 'CI', scopes: ['*'], mode: 'test' },
  })
  assert.equal(created.status, 201, created.text)
  assert.match(created.body.secret, /^sk_test_[0-9A-Za-z]{42}$/)
  assert.equal(created.body.mode, 'test')
  const rotated = await call(`POST ${keys}/${created.body.id}/rotate`, { headers, body: {} })
  assert.match(rotated.body.secret, /^sk_test_/)
  assert.equal(rotated.body.mode, 'test')
  const plain = await call(`POST ${keys}`, { headers, body: { name: 'Shop', scopes: ['*'] } })
  assert.match(plain.body.secret, /^sk_live_/)
  assert.equal(plain.body.mode, 'live')
  const wrong = await call(`POST ${keys}`, {
    headers,
    body: { name: 'X', scopes: ['*'], mode: 'sandbox' },
  })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'mode'])
  const altered = created.body.secret.replace('sk_test_', 'sk_live_')
  assert.equal((await call('GET /api/v1/chats', { key: altered })).status, 401)

  const contact = await call('POST /api/v1/contacts', {
    key: created.body.secret,
    body: { name: 'Asha' },
  })
  assert.equal(contact.status, 201, 'it writes the workspace like a live key')
  const tag = { name: 'Urgent', color: 'red' }
  const tagged = await call('POST /api/v1/tags', { key: created.body.secret, body: tag })
  assert.equal(tagged.status, 201, tagged.text)
  const { body: audit } = await call('GET /api/developer/audit-log', { headers })
  const find = (action: string) =>
    audit.data.filter((each: { action: string }) => each.action === action)
  assert.deepEqual(
    find('api_key.created').map(({ data }: { data: { mode: string } }) => data.mode),
    ['live', 'test'],
  )
  assert.equal(find('api_key.rotated')[0].data.mode, 'test')
  assert.equal(find('api_key.created')[0].actor.key_mode, null)
  assert.equal(find('tag.created')[0].actor.key_mode, 'test')
  await app.requestLog.flush()
  const { body: log } = await call('GET /api/developer/request-log', { headers })
  assert.ok(log.data.length >= 2)
  for (const { key } of log.data) assert.equal(key.mode, 'test')
})
