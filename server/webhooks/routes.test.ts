import assert from 'node:assert/strict'
import { promises as dns } from 'node:dns'
import { after, test } from 'node:test'
import type { FieldError, WebhookDelivery } from '#client/generated/models.ts'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { assertLinear } from '#test/cpu-time.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { openSecrets, sealSecret } from './open-secrets.ts'
import { getById } from '#db/get-by-id.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const strict = await openTestApi({
  ...context,
  config: { ...context.config, allowLocalWebhooks: false },
})

const webhooks = '/api/developer/webhooks'

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope)
  const ask = (request: string, body?: unknown, more: Record<string, string> = {}) =>
    call(request, { headers: { ...headers, ...more }, ...(body !== undefined && { body }) })
  return { scope, headers, ask }
}

const hook = { url: 'http://127.0.0.1:8099/hook' }

test('a registered endpoint shows its secret once, and gets the three defaults', async () => {
  const { ask } = await setUp()
  const created = await ask(`POST ${webhooks}`, { ...hook, description: 'CRM' })
  assert.equal(created.status, 201)
  assert.match(created.body.secret, /^whsec_[0-9A-Za-z]{48}$/)
  assert.deepEqual(created.body.events, ['message.sent', 'contact.created', 'ticket.created'])
  const { secret, ...endpoint } = created.body
  const list = await ask(`GET ${webhooks}`)
  assert.deepEqual(list.body, { data: [endpoint], next_cursor: null })
  assert.ok(!list.text.includes(secret))
  assert.deepEqual((await ask(`GET ${webhooks}/${endpoint.id}`)).body, endpoint)
})

test('secrets are stored encrypted', async () => {
  const { ask, scope } = await setUp()
  const { body } = await ask(`POST ${webhooks}`, hook)
  const row = await scope.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.ok(!row.secret.includes(Buffer.from(body.secret)))
})

test('an endpoint whose secret cannot be decrypted says so, and can be given a new secret', async () => {
  const { ask, scope } = await setUp()
  const { body: endpoint } = await ask(`POST ${webhooks}`, hook)
  const foreign = { secretKey: Buffer.alloc(32, 8), previousSecretKeys: [] }
  const config = { ...context.config, ...foreign }
  const row = { workspace_id: scope.workspaceId, id: endpoint.id }
  await scope.db
    .updateTable('webhook_endpoints')
    .set({ secret: sealSecret({ config }, row, 'whsec_lost') })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const tested = await ask(`POST ${webhooks}/${endpoint.id}/test`, {})
  assert.equal(tested.status, 503)
  assert.equal(tested.body.code, 'secret_unreadable')
  const rotated = await ask(`POST ${webhooks}/${endpoint.id}/rotate-secret`, {})
  assert.equal(rotated.status, 200)
  assert.match(rotated.body.secret, /^whsec_/)
  assert.equal(rotated.body.previous_secret_expires_at, null)
  assert.deepEqual(
    openSecrets(
      context,
      await getById(scope, 'webhook_endpoints', endpoint.id),
      context.clock.now(),
    ),
    [rotated.body.secret],
  )
})

test('a list of endpoints pages from the newest to the oldest', async () => {
  const { ask } = await setUp()
  const ids = []
  for (let count = 0; count < 5; count++) ids.unshift((await ask(`POST ${webhooks}`, hook)).body.id)
  const first = await ask(`GET ${webhooks}?limit=3`)
  const second = await ask(`GET ${webhooks}?limit=3&cursor=${first.body.next_cursor}`)
  assert.deepEqual(
    [...first.body.data, ...second.body.data].map((each: { id: string }) => each.id),
    ids,
  )
  assert.equal(second.body.next_cursor, null)
})

test('a URL that must not be called is refused, by rule and without an address', async () => {
  const { headers } = await setUp()
  const refused = {
    'http://127.0.0.1:8099/': 'private_target',
    'http://localhost:8099/': 'private_target',
    'http://[::ffff:10.0.0.1]/': 'private_target',
    'http://169.254.169.254/latest': 'private_target',
    'ftp://example.com/': 'unsupported_scheme',
    'http://user:pass@example.com/': 'credentials_in_url',
    'http://example.com:22/': 'blocked_port',
    nonsense: 'invalid_url',
  }
  for (const [target, rule] of Object.entries(refused)) {
    const answer = await strict.call(`POST ${webhooks}`, { headers, body: { url: target } })
    assert.equal(answer.status, 422, target)
    assert.equal(answer.body.code, 'invalid_url')
    assert.deepEqual(
      answer.body.errors.map((each: FieldError) => [each.field, each.code]),
      [['url', rule]],
      target,
    )
  }
  const metadata = await call(`POST ${webhooks}`, {
    headers,
    body: { url: 'http://169.254.169.254/latest' },
  })
  assert.equal(metadata.status, 422, 'local targets allowed or not')
})

test('a new endpoint is ordered by subject, 20 at a time, unless it asks for another order or number', async () => {
  const { ask } = await setUp()
  const create = async (given: object) => {
    const { body } = await ask(`POST ${webhooks}`, { ...hook, ...given })
    return [body.ordering, body.max_in_flight]
  }
  assert.deepEqual(await create({}), ['subject', 20])
  assert.deepEqual(await create({ max_in_flight: 3 }), ['subject', 3])
  assert.deepEqual(await create({ ordering: 'creation' }), ['creation', 1])
  assert.deepEqual(await create({ ordering: 'conversation', max_in_flight: 2 }), [
    'conversation',
    2,
  ])
})

test('the same rules hold at an update', async () => {
  const { ask, headers } = await setUp()
  const { body } = await ask(`POST ${webhooks}`, hook)
  const path = `PATCH ${webhooks}/${body.id}`
  const refused = await strict.call(path, { headers, body: { url: 'http://10.1.2.3/' } })
  assert.equal(refused.body.code, 'invalid_url')
  const changed = await ask(path, {
    events: ['message.received'],
    max_in_flight: 5,
    description: null,
  })
  assert.deepEqual(
    [changed.body.events, changed.body.max_in_flight, changed.body.url],
    [['message.received'], 5, hook.url],
  )
  assert.equal((await ask(path, { events: [] })).status, 422)
  assert.equal((await ask(path, { events: ['message.deleted'] })).status, 422)
  assert.equal((await ask(path, { secret: 'mine' })).body.errors[0].code, 'unknown_field')
})

test('an endpoint is disabled and enabled by hand', async () => {
  const { ask } = await setUp()
  const { body } = await ask(`POST ${webhooks}`, hook)
  const disabled = await ask(`PATCH ${webhooks}/${body.id}`, { status: 'disabled' })
  assert.deepEqual([disabled.body.status, disabled.body.disabled_reason], ['disabled', 'manual'])
  assert.ok(disabled.body.disabled_at)
  const enabled = await ask(`PATCH ${webhooks}/${body.id}`, { status: 'enabled' })
  assert.deepEqual(
    [enabled.body.status, enabled.body.disabled_reason, enabled.body.disabled_at],
    ['enabled', null, null],
  )
})

test('a test delivery of every type is sent before the answer, signed and marked', async () => {
  const { ask } = await setUp()
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { body: endpoint } = await ask(`POST ${webhooks}`, { url: receiver.url })
  for (const event_type of [undefined, ...EVENT_TYPES]) {
    const before = receiver.requests.length
    const answer = await ask(
      `POST ${webhooks}/${endpoint.id}/test`,
      event_type ? { event_type } : {},
    )
    assert.equal(answer.status, 200, answer.text)
    assert.equal(receiver.requests.length, before + 1)
    const request = receiver.requests.at(-1)!
    const payload = new StandardWebhook(endpoint.secret).verify(
      request.body,
      request.headers as Record<string, string>,
    ) as any
    assert.equal(payload.type, event_type ?? 'message.received')
    assert.equal(payload.test, true)
    assert.deepEqual(answer.body.payload, payload)
    assert.equal(answer.body.status, 'succeeded')
    assert.equal(answer.body.test, true)
    assert.equal(answer.body.attempts.length, 1)
  }
})

test('a test delivery that fails is not retried, and says why', async () => {
  const { ask } = await setUp()
  const receiver = await startReceiver((_request, response) => {
    response.writeHead(418, { 'x-kind': 'teapot' }).end('short and stout')
  })
  after(() => receiver.close())
  const { body: endpoint } = await ask(`POST ${webhooks}`, { url: receiver.url })
  const { body } = await ask(`POST ${webhooks}/${endpoint.id}/test`)
  assert.equal(body.status, 'failed')
  assert.equal(body.next_attempt_at, null)
  assert.equal(body.attempts[0].response_status, 418)
  assert.equal(body.attempts[0].response_body, 'short and stout')
  assert.equal(body.attempts[0].response_headers['x-kind'], 'teapot')
  assert.equal((await ask(`GET ${webhooks}/${endpoint.id}`)).body.failing_since, null)
})

test('deliveries are listed newest first and by filter', async () => {
  const { ask } = await setUp()
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { body: endpoint } = await ask(`POST ${webhooks}`, { url: receiver.url })
  const { body: other } = await ask(`POST ${webhooks}`, hook)
  const ids: string[] = []
  for (const event_type of ['ticket.created', 'message.sent', 'message.sent'])
    ids.unshift((await ask(`POST ${webhooks}/${endpoint.id}/test`, { event_type })).body.id)
  const list = async (query: string) =>
    (await ask(`GET ${webhooks}/deliveries${query}`)).body.data.map(
      (each: WebhookDelivery) => each.id,
    )
  assert.deepEqual(await list(''), ids)
  assert.deepEqual(await list('?event_type=ticket.created'), [ids[2]])
  assert.deepEqual(
    await list(`?endpoint_id=${endpoint.id}&status=succeeded&limit=2`),
    ids.slice(0, 2),
  )
  assert.deepEqual(await list(`?endpoint_id=${other.id}`), [])
  assert.deepEqual(await list('?status=failed'), [])
  const { created_at } = (await ask(`GET ${webhooks}/deliveries/${ids[1]}`)).body
  assert.deepEqual(await list(`?since=${created_at}`), ids.slice(0, 2))
  assert.deepEqual(await list(`?until=${created_at}`), ids.slice(2))
  assert.equal((await ask(`GET ${webhooks}/deliveries?status=lost`)).status, 422)
})

test('a time that does not exist is refused as a filter', async () => {
  const { ask } = await setUp()
  const { body: endpoint } = await ask(`POST ${webhooks}`, hook)
  for (const time of ['2016-12-31T23:59:60Z', '2026-01-01T00:00:00Z[u-ca=hebrew]'])
    for (const field of ['since', 'until']) {
      const answers = [
        await ask(`GET ${webhooks}/deliveries?${field}=${encodeURIComponent(time)}`),
        await ask(`POST ${webhooks}/${endpoint.id}/replay`, { [field]: time }),
      ]
      for (const { status, body } of answers)
        assert.deepEqual([status, body.errors[0].field], [422, field])
    }
})

test('a list of event types that is too long or deep is refused, at a cost in proportion to its size', async () => {
  const { ask } = await setUp()
  const deep = (size: number) => `[${'['.repeat(size)}${']'.repeat(size)}]`
  const many = (size: number) => JSON.stringify(Array(size).fill('message.sent'))
  for (const write of [deep, many]) {
    const refuse = async (size: number) => {
      const body = `{"url":"${hook.url}","events":${write(size)}}`
      assert.equal((await ask(`POST ${webhooks}`, body)).status, 422)
    }
    await assertLinear(50_000, refuse, write.name)
  }
})

test('an event type that is named twice counts once', async () => {
  const { ask } = await setUp()
  const events = ['message.sent', 'ticket.created', 'message.sent']
  const created = await ask(`POST ${webhooks}`, { ...hook, events })
  assert.deepEqual(created.body.events, ['message.sent', 'ticket.created'])
  const updated = await ask(`PATCH ${webhooks}/${created.body.id}`, { events })
  assert.deepEqual(updated.body.events, ['message.sent', 'ticket.created'])
})

test('a repeat of a registration with its idempotency key registers one endpoint', async () => {
  const { ask } = await setUp()
  const once = () => ask(`POST ${webhooks}`, hook, { 'idempotency-key': 'register-1' })
  const [first, second] = await Promise.all([once(), once()])
  assert.equal(first.text, second.text)
  assert.equal((await ask(`GET ${webhooks}`)).body.data.length, 1)
})

test('registrations that wait for DNS do not delay other requests', async (t) => {
  const { ask } = await setUp()
  const { promise: silence, resolve: answer } = Promise.withResolvers<string[]>()
  const asked = ['resolve4', 'resolve6'].map(
    (method) => t.mock.method(dns.Resolver.prototype, method as 'resolve4', () => silence).mock,
  )
  const registrations = Array.from({ length: 20 }, (_, number) =>
    ask(
      `POST ${webhooks}`,
      { url: `https://${number}.example.com/` },
      { 'idempotency-key': 'a' + number },
    ),
  )
  await waitFor(() => asked.every((each) => each.callCount() >= 12))
  assert.equal((await ask(`GET ${webhooks}`)).status, 200)
  answer(['93.184.215.14'])
  for (const { status } of await Promise.all(registrations)) assert.equal(status, 201)
})

test("another workspace's endpoints and deliveries are not found", async () => {
  const mine = await setUp()
  const theirs = await setUp()
  const { body: endpoint } = await theirs.ask(`POST ${webhooks}`, { url: 'http://127.0.0.1:8098/' })
  const { body: delivery } = await theirs.ask(`POST ${webhooks}/${endpoint.id}/test`)
  const routes = (endpointId: string, deliveryId: string) => [
    [`GET ${webhooks}/${endpointId}`],
    [`PATCH ${webhooks}/${endpointId}`, { description: 'x' }],
    [`DELETE ${webhooks}/${endpointId}`],
    [`POST ${webhooks}/${endpointId}/test`, {}],
    [`POST ${webhooks}/${endpointId}/rotate-secret`, {}],
    [`POST ${webhooks}/${endpointId}/replay`, {}],
    [`GET ${webhooks}/deliveries/${deliveryId}`],
    [`POST ${webhooks}/deliveries/${deliveryId}/retry`],
  ]
  const unknown = routes(newId(), newId())
  for (const [index, [request, body]] of routes(endpoint.id, delivery.id).entries()) {
    const foreign = await mine.ask(request as string, body)
    const none = await mine.ask(unknown[index]![0] as string, body)
    assert.equal(foreign.status, 404, foreign.text)
    assert.equal(foreign.body.code, none.body.code)
  }
  assert.equal((await mine.ask(`GET ${webhooks}/not-a-uuid`)).status, 404)
  assert.equal((await theirs.ask(`GET ${webhooks}/${endpoint.id}`)).status, 200)
})

test('only an admin in a browser session has access', async () => {
  const { scope } = await setUp()
  const agent = await signInTestMember(call, scope, 'agent')
  const key = await createTestKey(scope, ['*'])
  for (const request of [
    `GET ${webhooks}`,
    `POST ${webhooks}`,
    `DELETE ${webhooks}/${newId()}`,
    `POST ${webhooks}/${newId()}/test`,
    `GET ${webhooks}/deliveries`,
  ]) {
    assert.equal((await call(request)).status, 401, request)
    assert.equal((await call(request, { key })).status, 401, request)
    assert.equal((await call(request, { headers: agent.headers })).status, 403, request)
  }
})

test('a deleted endpoint is gone, its deliveries stay in the log', async () => {
  const { ask } = await setUp()
  const { body: endpoint } = await ask(`POST ${webhooks}`, { url: 'http://127.0.0.1:8097/' })
  const { body: delivery } = await ask(`POST ${webhooks}/${endpoint.id}/test`)
  assert.equal((await ask(`DELETE ${webhooks}/${endpoint.id}`)).status, 204)
  assert.equal((await ask(`GET ${webhooks}/${endpoint.id}`)).status, 404)
  assert.equal((await ask(`DELETE ${webhooks}/${endpoint.id}`)).status, 404)
  assert.equal((await ask(`GET ${webhooks}/deliveries/${delivery.id}`)).body.status, 'failed')
})
