import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { createNote } from '#conversations/notes/create-note.ts'
import { newId } from '#lib/ids.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { callRandomTools } from '#test/mcp-leaks.ts'
import { openTestMcp } from '#test/mcp.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { connect, urls } = await openTestMcp(context)

const VERSIONS = [undefined, '2026-07-28'] as const
/** The most characters of the list of reading tools. */
const LISTING_CHARACTERS_MAX = 7_000
const READ_TOOLS = [
  'find_customer',
  'list_channels',
  'list_conversations',
  'read_conversation',
  'explain_webhook',
]

async function setUp(scopes: string[]): Promise<{ scope: Scope; key: string }> {
  const { scope } = await createTestWorkspace(context)
  return { scope, key: await createTestKey(scope, scopes) }
}

for (const version of VERSIONS)
  test(`the official client finds a customer and reads a conversation over two servers (${version ?? '2025-11-25'})`, async () => {
    const { scope, key } = await setUp(['read'])
    const person = await createTestPerson(scope, { name: 'Meera Nair' })
    const chat = await createTestChat(scope, { personId: person.id, phoneE164: person.phoneE164 })
    const admin = { ...scope, actor: { type: 'api_key' as const, id: newId() } }
    await createNote(admin, chat.id, { text: 'x'.repeat(1500) })
    const { client, use, close } = await connect(key, version)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map((each) => each.name),
      READ_TOOLS,
    )
    assert.ok(JSON.stringify(tools).length < LISTING_CHARACTERS_MAX, 'a model reads the whole list')
    const { customers } = JSON.parse((await use('find_customer', { query: 'Meera' })).text)
    assert.equal(customers[0].person_id, person.id)
    const listed = JSON.parse((await use('list_conversations', { person_id: person.id })).text)
    assert.equal(listed.conversations[0].conversation_id, chat.id)
    const read = JSON.parse((await use('read_conversation', { conversation_id: chat.id })).text)
    assert.equal(read.items[0].kind, 'note')
    assert.equal(read.items[0].text.length, 1001)
    await close()
  })

test('a tool is neither listed nor run for a key without one of its scopes', async () => {
  const { scope, key } = await setUp(['chats:read'])
  const chat = await createTestChat(scope)
  const { client, use, close } = await connect(key)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map((each) => each.name),
    ['list_channels', 'list_conversations'],
  )
  const inputs = {
    find_customer: { query: 'a' },
    read_conversation: { conversation_id: chat.id },
    explain_webhook: { event_id: newId() },
  }
  for (const [name, input] of Object.entries(inputs)) {
    const { isError, text } = await use(name, input)
    assert.ok(isError, name)
    assert.match(text, /^insufficient_scope/)
  }
  await close()
})

test("another workspace's data is not found, and wrong input is a tool error that names the field", async () => {
  const { key } = await setUp(['*'])
  const { scope: other } = await setUp(['*'])
  const chat = await createTestChat(other)
  const { use, close } = await connect(key)
  const read = await use('read_conversation', { conversation_id: chat.id })
  assert.match(read.text, /^conversation_not_found/)
  assert.ok(read.isError)
  const listed = await use('list_conversations', { person_id: chat.personId })
  assert.deepEqual(JSON.parse(listed.text).conversations, [])
  assert.deepEqual(JSON.parse((await use('find_customer', { query: 'Asha' })).text).customers, [])
  const event = await use('explain_webhook', { event_id: newId() })
  assert.match(event.text, /^event_not_found/)
  const wrong = await use('list_conversations', { limit: 1000 })
  assert.equal(wrong.text, 'validation_failed: limit must be at most 25.')
  const several = await use('find_customer', { query: '', by: 'name' })
  assert.equal(several.text, 'validation_failed: by is not a known field; query must not be empty.')
  assert.equal((await use('find_customer')).text, 'validation_failed: query is required.')
  assert.ok((await use('none')).isError)
  await close()
})

test('the endpoint refuses missing keys, other origins, large bodies, GET and DELETE', async () => {
  const { key } = await setUp(['*'])
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = { accept: 'application/json, text/event-stream' }
  const ask = (options: Parameters<typeof call>[1]) => call('POST /mcp', options)
  assert.equal((await ask({ body, headers: accept })).status, 401)
  const evil = await ask({ body, key, headers: { ...accept, origin: 'https://evil.example' } })
  assert.equal(evil.body.code, 'cross_origin')
  const large = await ask({
    body: { ...body, params: 'x'.repeat(1_100_000) },
    key,
    headers: accept,
  })
  assert.equal(large.status, 413)
  assert.equal((await ask({ body, key, headers: accept })).status, 200)
  const headers = { ...accept, authorization: `Bearer ${key}` }
  for (const method of ['GET', 'DELETE'])
    assert.equal((await fetch(`${urls[0]}/mcp`, { method, headers })).status, 405)
  const listen = { ...body, method: 'subscriptions/listen' }
  assert.equal((await ask({ body: listen, key, headers: accept })).status, 404)
})

test('why a webhook did not fire names a member only to keys that can list members', async () => {
  const { scope } = await setUp([])
  const { membershipId } = await signInTestMember(call, scope)
  let now = Date.now() - 3_600_000
  const at: Scope = {
    ...scope,
    clock: { now: () => new Date(now) },
    actor: { type: 'member', id: membershipId },
  }
  const { id } = await createEndpoint(at, {
    url: 'https://hooks.example.com/',
    events: ['note.created'],
  })
  now += 60_000
  await updateEndpoint(at, id, { status: 'disabled' })
  now += 60_000
  const chat = await createTestChat(scope)
  await createNote(at, chat.id, { text: 'Hello' })
  const event = await scope.db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'note.created')
    .executeTakeFirstOrThrow()
  const explain = async (scopes: string[]) => {
    const { use, close } = await connect(await createTestKey(scope, scopes))
    const { text } = await use('explain_webhook', { event_id: event.id })
    await close()
    return JSON.parse(text).endpoints[0].message as string
  }
  assert.match(await explain(['webhooks:read', 'chats:read']), /^The endpoint was disabled by \S/)
  assert.match(await explain(['webhooks:read']), /^The endpoint was disabled on \S/)
})

test('random calls with random scopes over two servers show nothing that a key may not see', async () => {
  const report = await callRandomTools(context, urls, { calls: 400, seed: 7 })
  assert.deepEqual(report.leaks, [])
  assert.ok(report.answered > 50, `${report.answered} were answered`)
  assert.ok(report.refused > 50, `${report.refused} were refused`)
})
