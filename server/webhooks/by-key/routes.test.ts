import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { createApiKey } from '#account/keys/create-api-key.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { emit, startDeliveries } from '#test/deliveries.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)
const strict = await openTestApi({
  ...context,
  config: { ...context.config, allowLocalWebhooks: false },
})
await startDeliveries(context, url)

const webhooks = '/api/v1/webhooks'
const hook = { url: 'http://127.0.0.1:8099/hook' }

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['webhooks:read', 'webhooks:write'])
  const ask = (request: string, body?: unknown) =>
    call(request, { key, ...(body !== undefined && { body }) })
  const receiver = await startReceiver()
  after(() => receiver.close())
  return { scope, key, ask, receiver }
}

test('a key subscribes a URL, receives signed events there, and unsubscribes it', async () => {
  const { scope, ask, receiver } = await setUp()
  const created = await ask(`POST ${webhooks}`, { url: receiver.url, events: ['message.sent'] })
  assert.equal(created.status, 201, created.text)
  assert.match(created.body.secret, /^whsec_[0-9A-Za-z]{48}$/)
  await emit(scope, [1])
  const [request] = await receiver.waitFor(1)
  const payload = new StandardWebhook(created.body.secret).verify(
    request!.body,
    request!.headers as Record<string, string>,
  ) as any
  assert.deepEqual([payload.type, payload.data.number], ['message.sent', 1])
  assert.equal((await ask(`DELETE ${webhooks}/${created.body.id}`)).status, 204)
  await emit(scope, [2])
  const { count } = await scope.db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.equal(count, 1)
  assert.equal((await ask(`GET ${webhooks}/${created.body.id}`)).body.code, 'endpoint_not_found')
})

test('the endpoints of a key are those of the developer area, and their secrets are shown once', async () => {
  const { scope, ask } = await setUp()
  const { headers } = await signInTestMember(call, scope)
  const { secret, ...endpoint } = (await ask(`POST ${webhooks}`, hook)).body
  for (const path of [webhooks, '/api/developer/webhooks']) {
    const list =
      path === webhooks ? await ask(`GET ${path}`) : await call(`GET ${path}`, { headers })
    assert.deepEqual(list.body, { data: [endpoint], next_cursor: null })
    assert.ok(!list.text.includes(secret))
  }
  assert.deepEqual((await ask(`GET ${webhooks}/${endpoint.id}`)).body, endpoint)
  const path = `${webhooks}/${endpoint.id}`
  const changed = await ask(`PATCH ${path}`, { description: 'CRM', status: 'disabled' })
  assert.deepEqual([changed.body.description, changed.body.disabled_reason], ['CRM', 'manual'])
  const rotated = await ask(`POST ${path}/rotate-secret`, {})
  assert.equal(rotated.status, 200)
  assert.match(rotated.body.secret, /^whsec_/)
  assert.notEqual(rotated.body.secret, secret)
  assert.ok(rotated.body.previous_secret_expires_at)
})

test('a key sends a test delivery, and lists the deliveries of one endpoint without customers', async () => {
  const { ask, receiver } = await setUp()
  const { body: endpoint } = await ask(`POST ${webhooks}`, { url: receiver.url })
  const { body: other } = await ask(`POST ${webhooks}`, { url: receiver.url })
  await ask(`POST ${webhooks}/${other.id}/test`, {})
  const sent = await ask(`POST ${webhooks}/${endpoint.id}/test`, { event_type: 'ticket.created' })
  assert.deepEqual([sent.status, sent.body.status, sent.body.test], [200, 'succeeded', true])
  assert.equal(receiver.requests.length, 2)
  const { attempts: _, payload: __, request_body: ___, ...delivery } = sent.body
  const list = (query = '') => ask(`GET ${webhooks}/${endpoint.id}/deliveries${query}`)
  assert.deepEqual((await list()).body, { data: [delivery], next_cursor: null })
  assert.deepEqual((await list('?status=failed')).body.data, [])
  assert.equal((await list(`?endpoint_id=${other.id}`)).status, 422)
})

test('a test delivery that a key repeats with its idempotency key is sent once', async () => {
  const { key, ask, receiver } = await setUp()
  const { body: endpoint } = await ask(`POST ${webhooks}`, { url: receiver.url })
  const test = () =>
    call(`POST ${webhooks}/${endpoint.id}/test`, {
      key,
      headers: { 'idempotency-key': 'once' },
      body: {},
    })
  const first = await test()
  assert.equal((await test()).text, first.text)
  assert.equal(receiver.requests.length, 1)
})

test('a key neither sees nor changes the endpoints of another workspace', async () => {
  const { ask } = await setUp()
  const theirs = await setUp()
  const { body: endpoint } = await theirs.ask(`POST ${webhooks}`, hook)
  const path = `${webhooks}/${endpoint.id}`
  assert.deepEqual((await ask(`GET ${webhooks}`)).body.data, [])
  for (const [request, body] of [
    [`GET ${path}`],
    [`PATCH ${path}`, { description: 'Mine' }],
    [`DELETE ${path}`],
    [`POST ${path}/test`, {}],
    [`POST ${path}/rotate-secret`, {}],
    [`GET ${path}/deliveries`],
  ] as const) {
    const answer = await ask(request, body)
    assert.deepEqual([answer.status, answer.body.code], [404, 'endpoint_not_found'], request)
  }
  const { secret: _, ...same } = endpoint
  assert.deepEqual((await theirs.ask(`GET ${path}`)).body, same)
})

test('a key cannot subscribe a private address', async () => {
  const { key, ask } = await setUp()
  for (const target of ['http://127.0.0.1:8099/', 'http://10.1.2.3/', 'http://[::1]/']) {
    const refused = await strict.call(`POST ${webhooks}`, { key, body: { url: target } })
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_url'], target)
    assert.equal(refused.body.errors[0].code, 'private_target')
  }
  const { body: endpoint } = await ask(`POST ${webhooks}`, hook)
  const body = { url: 'http://10.1.2.3/' }
  const moved = await strict.call(`PATCH ${webhooks}/${endpoint.id}`, { key, body })
  assert.equal(moved.body.code, 'invalid_url')
})

test('a key with webhooks:read changes nothing', async () => {
  const { scope, ask } = await setUp()
  const { body: endpoint } = await ask(`POST ${webhooks}`, hook)
  const key = await createTestKey(scope, ['webhooks:read'])
  assert.equal((await call(`GET ${webhooks}/${endpoint.id}`, { key })).status, 200)
  for (const [request, body] of [
    [`POST ${webhooks}`, hook],
    [`PATCH ${webhooks}/${endpoint.id}`, { description: 'x' }],
    [`DELETE ${webhooks}/${endpoint.id}`],
    [`POST ${webhooks}/${endpoint.id}/test`, {}],
    [`POST ${webhooks}/${endpoint.id}/rotate-secret`, {}],
  ] as const) {
    const answer = await call(request, { key, ...(body && { body }) })
    assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'], request)
  }
})

test('an agent cannot subscribe a URL, nor read deliveries', async () => {
  const { scope } = await setUp()
  const { headers } = await signInTestMember(call, scope, 'agent')
  const answers = [
    await call(`POST ${webhooks}`, { headers, body: hook }),
    await call(`GET ${webhooks}`, { headers }),
    await call(`GET ${webhooks}/${newId()}/deliveries`, { headers }),
  ]
  for (const answer of answers)
    assert.deepEqual([answer.status, answer.body.code], [403, 'admin_required'])
})

test('the audit log names the key that changed an endpoint', async () => {
  const { scope } = await setUp()
  const { id, secret: key } = await createApiKey(scope, { name: 'n8n', scopes: ['webhooks:write'] })
  const { body: endpoint } = await call(`POST ${webhooks}`, { key, body: hook })
  await call(`PATCH ${webhooks}/${endpoint.id}`, { key, body: { description: 'CRM' } })
  await call(`POST ${webhooks}/${endpoint.id}/rotate-secret`, { key, body: {} })
  await call(`DELETE ${webhooks}/${endpoint.id}`, { key })
  const { headers } = await signInTestMember(call, scope)
  const entries = await waitFor(async () => {
    const { body } = await call('GET /api/developer/audit-log?limit=100', { headers })
    const found = body.data.filter((entry: any) => entry.target?.id === endpoint.id)
    return found.length === 4 ? found : undefined
  })
  for (const entry of entries)
    assert.deepEqual([entry.actor.type, entry.actor.id], ['api_key', id], entry.action)
  assert.deepEqual(
    entries.map((entry: any) => entry.action),
    [
      'webhook_endpoint.deleted',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.updated',
      'webhook_endpoint.created',
    ],
  )
})
