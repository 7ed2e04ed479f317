import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { emit, startDeliveries } from '#test/deliveries.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { mergeHeaders } from './merge-headers.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)
await startDeliveries(context, url)

const VALUE = 'gateway-key-4f9a'

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['webhooks:read', 'webhooks:write'])
  const { headers } = await signInTestMember(call, scope)
  const byKey = (request: string, body?: unknown) =>
    call(request, { key, ...(body !== undefined && { body }) })
  const bySession = (request: string, body?: unknown) =>
    call(request, { headers, ...(body !== undefined && { body }) })
  const receiver = await startReceiver()
  after(() => receiver.close())
  return { scope, byKey, bySession, receiver }
}

for (const [name, path] of [
  ['a key', '/api/v1/webhooks'],
  ['an admin', '/api/developer/webhooks'],
] as const)
  test(`${name} sets custom headers, which deliveries carry and nothing shows again`, async () => {
    const { scope, byKey, bySession, receiver } = await setUp()
    const ask = path === '/api/v1/webhooks' ? byKey : bySession
    const created = await ask(`POST ${path}`, {
      url: receiver.url,
      events: ['message.sent'],
      headers: { 'X-Api-Key': VALUE, 'X-Team': 'sales' },
    })
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(created.body.header_names, ['X-Api-Key', 'X-Team'])
    const { id } = created.body
    await emit(scope, [1])
    const [first] = await receiver.waitFor(1)
    assert.equal(first!.headers['x-api-key'], VALUE)
    assert.equal(first!.headers['x-team'], 'sales')
    const changed = await ask(`PATCH ${path}/${id}`, { headers: { 'x-team': null, 'X-New': '2' } })
    assert.deepEqual(changed.body.header_names, ['X-Api-Key', 'X-New'])
    const sent = await ask(`POST ${path}/${id}/test`, {})
    assert.equal(sent.body.status, 'succeeded', sent.text)
    const second = receiver.requests.at(-1)!
    const { 'x-api-key': apiKey, 'x-team': team, 'x-new': added } = second.headers
    assert.deepEqual([apiKey, team, added], [VALUE, undefined, '2'])
    const log = await waitFor(async () => {
      const { body } = await bySession('GET /api/developer/webhooks/deliveries?status=succeeded')
      return body.data.length === 2 && body.data
    })
    const shown = [created, changed, sent, await ask(`GET ${path}`)]
    for (const { id: deliveryId } of log) {
      shown.push(await bySession(`GET /api/developer/webhooks/deliveries/${deliveryId}`))
      shown.push(await bySession(`GET /api/developer/webhooks/deliveries/${deliveryId}/curl`))
    }
    shown.push(await bySession('GET /api/developer/audit-log'))
    for (const { text } of shown) assert.ok(!text.includes(VALUE), text)
    for (const table of ['webhook_endpoints', 'webhook_attempts', 'audit_entries'] as const) {
      const rows = await scope.db
        .selectFrom(table)
        .selectAll()
        .where('workspace_id', '=', scope.workspaceId)
        .execute()
      assert.ok(rows.length > 0, table)
      const stored = JSON.stringify(rows, (_, value: unknown) =>
        (value as { type?: string } | null)?.type === 'Buffer'
          ? Buffer.from((value as { data: number[] }).data).toString('latin1')
          : value,
      )
      assert.ok(!stored.includes(VALUE), table)
    }
    assert.deepEqual((await ask(`PATCH ${path}/${id}`, { headers: null })).body.header_names, [])
  })

test('a URL of another server receives no stored header', async () => {
  const { byKey, receiver } = await setUp()
  const other = await startReceiver()
  after(() => other.close())
  const headers = { 'X-Api-Key': VALUE, 'X-Team': 'sales' }
  const { body } = await byKey('POST /api/v1/webhooks', { url: receiver.url, headers })
  const path = `/api/v1/webhooks/${body.id}`
  const refused = await byKey(`PATCH ${path}`, { url: other.url })
  assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed'])
  assert.equal((await byKey(`GET ${path}`)).body.url, receiver.url)
  const sameServer = await byKey(`PATCH ${path}`, { url: `${new URL(receiver.url).origin}/other` })
  assert.deepEqual(sameServer.body.header_names, ['X-Api-Key', 'X-Team'])
  const moved = await byKey(`PATCH ${path}`, { url: other.url, headers: { 'X-New': '1' } })
  assert.deepEqual(moved.body.header_names, ['X-New'])
})

test('hostile headers are refused and change nothing', async () => {
  const { byKey } = await setUp()
  const hook = { url: 'http://127.0.0.1:8099/hook' }
  const hostile: Record<string, string>[] = [
    ...'Host Connection Keep-Alive Proxy-Authorization TE Trailer Transfer-Encoding Upgrade Expect'
      .split(' ')
      .map((name) => ({ [name]: '1' })),
    ...'content-length Content-Type X-Service-Signature Webhook-Signature svix-id User-Agent'
      .split(' ')
      .map((name) => ({ [name]: '1' })),
    { 'X-A': 'a\r\nX-Service-Event: b' },
    { 'X-A': 'a\nb' },
    { 'X-A': 'a\0b' },
    { 'X-A': ' a' },
    { 'X-A': '' },
    { 'X-A': 'ä' },
    { 'X A': 'a' },
    { 'X-A\r\nX-B': 'a' },
    { '': 'a' },
    { 'X-A': 'a', 'x-a': 'b' },
    { ['X'.repeat(65)]: 'a' },
    { 'X-A': 'a'.repeat(2_001) },
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, 'a'])),
    Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`X-${index}`, 'a'.repeat(1_900)])),
  ]
  for (const headers of hostile) {
    const { status, body } = await byKey('POST /api/v1/webhooks', { ...hook, headers })
    assert.deepEqual([status, body.code], [422, 'validation_failed'], JSON.stringify(headers))
    assert.match(body.errors[0].field, /^headers\b/, JSON.stringify(headers))
  }
  assert.deepEqual((await byKey('GET /api/v1/webhooks')).body.data, [])
})

test('a refusal never contains a value', () => {
  assert.throws(
    () => mergeHeaders({}, { 'X-Api-Key': `${VALUE}\n` }),
    (err: Error) => !JSON.stringify(err).includes(VALUE) && !err.message.includes(VALUE),
  )
})
