import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  emit,
  skipPauses,
  startDeliveries,
  succeededDelivery,
  triedDelivery,
} from '#test/deliveries.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { signInTestMember } from '#test/session.ts'
import { clientOf, startTokenServer } from '#test/token-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { createEndpoint } from '../create-endpoint.ts'
import { testEndpoint } from '../delivering/test-endpoint.ts'
import { updateEndpoint } from '../update-endpoint.ts'
import { createWebhookFetch } from '../create-webhook-fetch.ts'
import { mergeOauth } from './merge-oauth.ts'
import { getById } from '#db/get-by-id.ts'

const { context: quiet, url } = await openTestContext()
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const context = { ...quiet, log }
const { call, app } = await openTestApi(context)
await startDeliveries(context, url)
const fetch = createWebhookFetch(context.config)
after(() => fetch.close())

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
  const server = await startTokenServer(3_600)
  return { scope, byKey, bySession, receiver, server }
}

/** Creates a workspace with an endpoint that has an OAuth client. */
async function setUpEndpoint() {
  const made = await setUp()
  const endpoint = await createEndpoint(made.scope, {
    url: `${made.receiver.url}/hook`,
    events: ['message.sent'],
    oauth: clientOf(made.server),
  })
  return { ...made, endpoint }
}

const bearerOf = (request: { headers: { authorization?: string | undefined } }) =>
  request.headers.authorization

for (const [name, path] of [
  ['a key', '/api/v1/webhooks'],
  ['an admin', '/api/developer/webhooks'],
] as const)
  test(`${name} sets an OAuth client, whose tokens deliveries carry, and nothing shows its secret`, async () => {
    const { scope, byKey, bySession, receiver, server } = await setUp()
    const ask = path === '/api/v1/webhooks' ? byKey : bySession
    await bySession('PATCH /api/developer/workspace', { record_request_bodies: true })
    await byKey('GET /api/v1/webhooks')
    await app.requestLog.flush()
    const oauth = { ...clientOf(server), scope: 'hooks' }
    const created = await ask(`POST ${path}`, {
      url: receiver.url,
      events: ['message.sent'],
      oauth,
    })
    assert.equal(created.status, 201, created.text)
    const shownOauth = { token_url: oauth.token_url, client_id: oauth.client_id, scope: 'hooks' }
    assert.deepEqual(created.body.oauth, shownOauth)
    const { id } = created.body
    await emit(scope, [1, 2])
    const received = await receiver.waitFor(2)
    assert.deepEqual(received.map(bearerOf), ['Bearer access-token-1', 'Bearer access-token-1'])
    assert.equal(server.requests.length, 1)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(server.requests[0]!.body.toString())), {
      grant_type: 'client_credentials',
      scope: 'hooks',
    })
    const changed = await ask(`PATCH ${path}/${id}`, { oauth: { scope: null } })
    assert.deepEqual(changed.body.oauth, { ...shownOauth, scope: null })
    const sent = await ask(`POST ${path}/${id}/test`, {})
    assert.equal(sent.body.status, 'succeeded', sent.text)
    assert.equal(bearerOf(receiver.requests.at(-1)!), `Bearer ${server.issued.at(-1)}`)
    assert.equal(sent.body.attempts[0].request_headers.Authorization, 'Bearer [redacted]')
    const log = await waitFor(async () => {
      const { body } = await bySession('GET /api/developer/webhooks/deliveries?status=succeeded')
      return body.data.length === 3 && body.data
    })
    const shown = [created, changed, sent, await ask(`GET ${path}`)]
    for (const { id: deliveryId } of log) {
      shown.push(await bySession(`GET /api/developer/webhooks/deliveries/${deliveryId}`))
      const curl = await bySession(`GET /api/developer/webhooks/deliveries/${deliveryId}/curl`)
      assert.match(curl.body.command, /--header 'Authorization: Bearer YOUR_ACCESS_TOKEN'/)
      shown.push(curl)
    }
    shown.push(await bySession('GET /api/developer/audit-log'))
    await app.requestLog.flush()
    const requests = await bySession('GET /api/developer/request-log')
    for (const { id: requestId } of requests.body.data)
      shown.push(await bySession(`GET /api/developer/request-log/${requestId}`))
    shown.push(requests)
    const credentials = server.requests[0]!.headers.authorization!.slice('Basic '.length)
    const secrets = [oauth.client_secret, credentials]
    const hasSecret = (text: string) =>
      [...secrets, ...server.issued].some((secret) => text.includes(secret))
    for (const { text } of shown) assert.ok(!hasSecret(text), text)
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
      assert.ok(!hasSecret(stored), table)
    }
    assert.equal((await ask(`PATCH ${path}/${id}`, { oauth: null })).body.oauth, null)
    await ask(`POST ${path}/${id}/test`, {})
    assert.equal(bearerOf(receiver.requests.at(-1)!), undefined)
  })

test('a token that the receiver refuses is replaced for the retry', async () => {
  const { scope, receiver, server } = await setUpEndpoint()
  receiver.respondWith((request, response) => {
    response.statusCode = bearerOf(request) === 'Bearer access-token-1' ? 401 : 200
    response.end()
  })
  await emit(scope, [1])
  const failed = await triedDelivery(scope, 1)
  assert.equal(failed.last_error, 'unexpected_status')
  assert.equal(server.requests.length, 1, 'the same attempt asks for no other token')
  await skipPauses(scope)
  await succeededDelivery(scope)
  assert.deepEqual(receiver.requests.map(bearerOf), [
    'Bearer access-token-1',
    'Bearer access-token-2',
  ])
})

test('a changed OAuth client is used at once', async () => {
  const { scope, receiver, server, endpoint } = await setUpEndpoint()
  await emit(scope, [1])
  await receiver.waitFor(1)
  await updateEndpoint(scope, endpoint.id, { oauth: { scope: 'b' } })
  await emit(scope, [2])
  const [, second] = await receiver.waitFor(2)
  assert.equal(bearerOf(second!), 'Bearer access-token-2')
  assert.match(server.requests.at(-1)!.body.toString(), /scope=b/)
})

test('a failed token request is a failed attempt, which is retried', async () => {
  const { scope, receiver, server, endpoint } = await setUpEndpoint()
  await updateEndpoint(scope, endpoint.id, { oauth: { client_secret: 'wrong' } })
  await emit(scope, [1])
  const failed = await triedDelivery(scope, 1)
  assert.deepEqual([failed.status, failed.last_error], ['pending', 'token_refused'])
  assert.match(failed.attempts[0]!.explanation!.meaning, /refused to issue an access token/)
  assert.ok(failed.next_attempt_at! > failed.attempts[0]!.started_at)
  assert.equal(receiver.requests.length, 0)
  assert.ok(!JSON.stringify(failed).includes('wrong'), 'although the server repeats the secret')
  await updateEndpoint(scope, endpoint.id, { oauth: clientOf(server) })
  await skipPauses(scope)
  await succeededDelivery(scope)
  assert.equal(bearerOf(receiver.requests[0]!), 'Bearer access-token-1')
})

test('a secret that was copied to another endpoint is unreadable, and the log of it has no secret', async () => {
  const { scope, receiver, server, endpoint } = await setUpEndpoint()
  const url = `${receiver.url}/other`
  const other = await createEndpoint(scope, { url, oauth: clientOf(server) })
  const copied = await getById(scope, 'webhook_endpoints', other.id)
  await scope.db
    .updateTable('webhook_endpoints')
    .set({ oauth_secret: copied.oauth_secret })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', endpoint.id)
    .execute()
  await emit(scope, [1])
  await waitFor(() => logged.some((line) => line.includes(endpoint.id)))
  await receiver.waitFor(1)
  assert.ok(receiver.requests.every((request) => request.path === '/other'))
  await updateEndpoint(scope, endpoint.id, { oauth: clientOf(server) })
  await waitFor(() => receiver.requests.some((request) => request.path === '/hook'))
  for (const line of logged)
    for (const secret of [server.clientSecret, 'access-token-']) assert.ok(!line.includes(secret))
})

test('every failure of the token server has its code, and the receiver is not called', async () => {
  const { scope, receiver, server, endpoint } = await setUpEndpoint()
  const elsewhere = await startReceiver()
  after(() => elsewhere.close())
  const attempt = async (timeoutMs = 5_000) => {
    const sent = await testEndpoint(scope, fetch.fetch, endpoint.id, { timeoutMs })
    assert.equal(sent.status, 'failed')
    assert.ok(sent.attempts[0]!.explanation)
    return sent.last_error
  }
  const answers: [error: string, status: number, body: string][] = [
    ['token_refused', 400, '{"error":"invalid_scope"}'],
    ['token_refused', 401, '{"error":"invalid_client"}'],
    ['token_refused', 302, ''],
    ['token_server_failed', 500, ''],
    ['token_server_failed', 503, '{"access_token":"a","token_type":"Bearer"}'],
    ['token_invalid', 200, ''],
    ['token_invalid', 200, 'null'],
    ['token_invalid', 200, '{"token_type":"Bearer"}'],
    ['token_invalid', 200, '{"access_token":"a"}'],
    ['token_invalid', 200, '{"access_token":"a","token_type":"mac"}'],
    ['token_invalid', 200, '{"access_token":"a\\r\\nX-B: c","token_type":"Bearer"}'],
    ['token_invalid', 200, '{"access_token":"","token_type":"Bearer"}'],
    ['token_invalid', 200, `{"access_token":"${'a'.repeat(12_001)}","token_type":"Bearer"}`],
    ['token_invalid', 200, `{"access_token":"a","token_type":"Bearer"}${' '.repeat(70_000)}`],
  ]
  for (const [error, status, body] of answers) {
    server.respondWith((_request, response) => {
      response.writeHead(status, { location: elsewhere.url }).end(body)
    })
    assert.equal(await attempt(), error, `${status} ${body.slice(0, 60)}`)
  }
  server.respondWith(() => undefined)
  assert.equal(await attempt(300), 'token_server_failed', 'a server that hangs')
  server.respondWith((_request, response) => {
    response.writeHead(200)
    response.write('{"access_token":')
  })
  assert.equal(await attempt(300), 'token_server_failed', 'an answer that does not end')
  const count = server.requests.length
  const strict = createWebhookFetch({ ...context.config, allowLocalWebhooks: false })
  after(() => strict.close())
  const blocked = await testEndpoint(scope, strict.fetch, endpoint.id)
  assert.equal(blocked.last_error, 'token_server_blocked')
  assert.equal(server.requests.length, count)
  await server.close()
  assert.equal(await attempt(), 'token_server_failed', 'a server that is gone')
  assert.deepEqual([receiver.requests.length, elsewhere.requests.length], [0, 0])
})

test('a slow token leaves the receiver only the rest of the attempt, so a stopping worker waits for both', async () => {
  const { scope, receiver, server, endpoint } = await setUpEndpoint()
  server.respondWith((_request, response) => {
    const body = '{"access_token":"a","token_type":"Bearer"}'
    setTimeout(() => response.writeHead(200).end(body), 300)
  })
  const limitsMs: number[] = []
  const watched: typeof fetch.fetch = (request) => {
    limitsMs.push(request.timeoutMs!)
    return fetch.fetch(request)
  }
  await testEndpoint(scope, watched, endpoint.id, { timeoutMs: 20_000 })
  assert.equal(receiver.requests.length, 1)
  const [tokenMs, receiverMs] = limitsMs
  assert.ok(tokenMs! <= 20_000 && receiverMs! < 20_000, `${limitsMs.join()} ms`)
})

test('a stored secret goes to no other server, and no token to another receiver', async () => {
  const { byKey, receiver, server, endpoint } = await setUpEndpoint()
  const other = await startTokenServer(3_600)
  const path = `/api/v1/webhooks/${endpoint.id}`
  const refuse = async (body: unknown, field: string) => {
    const refused = await byKey(`PATCH ${path}`, body)
    assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed'], refused.text)
    assert.equal(refused.body.errors[0].field, field)
    const { body: stored } = await byKey(`GET ${path}`)
    assert.deepEqual([stored.url, stored.oauth], [endpoint.url, endpoint.oauth])
  }
  const elsewhere = `${other.url}/token`
  await refuse({ oauth: { token_url: elsewhere } }, 'oauth.client_secret')
  await refuse({ url: `${other.url}/hook` }, 'oauth')
  await refuse({ url: `${other.url}/hook`, oauth: { scope: 'a' } }, 'oauth.client_secret')
  const sameServer = await byKey(`PATCH ${path}`, { oauth: { token_url: `${server.url}/other` } })
  assert.equal(sameServer.body.oauth.token_url, `${server.url}/other`)
  const samePlace = await byKey(`PATCH ${path}`, { url: `${receiver.url}/other` })
  assert.equal(samePlace.body.oauth.client_id, server.clientId)
  const moved = await byKey(`PATCH ${path}`, { oauth: clientOf(other) })
  assert.equal(moved.body.oauth.token_url, elsewhere)
  const without = await byKey(`PATCH ${path}`, { url: `${other.url}/hook`, oauth: null })
  assert.deepEqual([without.status, without.body.oauth], [200, null])
  assert.deepEqual([server.requests.length, other.requests.length], [0, 0])
})

test('an Authorization header beside an OAuth client is refused', async () => {
  const { byKey, receiver, server } = await setUp()
  const oauth = clientOf(server)
  const headers = { authorization: 'Basic abc' }
  const both = await byKey('POST /api/v1/webhooks', { url: receiver.url, headers, oauth })
  assert.deepEqual([both.status, both.body.errors[0].field], [422, 'oauth'])
  const { body: first } = await byKey('POST /api/v1/webhooks', { url: receiver.url, headers })
  const path = `/api/v1/webhooks/${first.id}`
  assert.equal((await byKey(`PATCH ${path}`, { oauth })).status, 422)
  assert.equal((await byKey(`PATCH ${path}`, { oauth, headers: null })).status, 200)
  assert.equal((await byKey(`PATCH ${path}`, { headers })).status, 422)
  assert.equal((await byKey(`PATCH ${path}`, { headers, oauth: null })).status, 200)
})

test('a hostile OAuth client is refused and changes nothing', async () => {
  const { byKey, receiver, server } = await setUp()
  const client = clientOf(server)
  const { client_secret: _secret, ...withoutSecret } = client
  for (const [oauth, code] of [
    [withoutSecret, 'validation_failed'],
    [{ ...client, client_id: 'a\nb' }, 'validation_failed'],
    [{ ...client, client_secret: 'ä' }, 'validation_failed'],
    [{ ...client, scope: 'a  b' }, 'validation_failed'],
    [{ ...client, scope: 'a"b' }, 'validation_failed'],
    [{ ...client, grant_type: 'password' }, 'validation_failed'],
    [{ ...client, token_url: 'ftp://example.com/token' }, 'invalid_url'],
    [{ ...client, token_url: 'http://user:pass@127.0.0.1/token' }, 'invalid_url'],
    [{ ...client, token_url: `${client.token_url}#a` }, 'invalid_url'],
  ] as const) {
    const refused = await byKey('POST /api/v1/webhooks', { url: receiver.url, oauth })
    assert.deepEqual([refused.status, refused.body.code], [422, code], refused.text)
    assert.match(refused.body.errors[0].field, /^oauth\b/)
    assert.ok(!refused.text.includes(client.client_secret))
  }
  assert.deepEqual((await byKey('GET /api/v1/webhooks')).body.data, [])
  assert.equal(server.requests.length, 0)
})

test('without local webhooks, a token URL is public and uses TLS', async () => {
  const { scope, server } = await setUp()
  const config = { ...scope.config, allowLocalWebhooks: false }
  const oauth = clientOf(server)
  for (const [tokenUrl, problem] of [
    ['https://127.0.0.1/token', 'private_target'],
    ['https://10.0.0.1/token', 'private_target'],
    ['http://93.184.215.14/token', 'unsupported_scheme'],
  ] as const)
    await assert.rejects(
      createEndpoint(
        { ...scope, config },
        { url: 'https://93.184.215.14/hook', oauth: { ...oauth, token_url: tokenUrl } },
      ),
      (err: { code: string; fields: { field: string; code: string }[] }) =>
        err.code === 'invalid_url' &&
        err.fields[0]!.field === 'oauth.token_url' &&
        err.fields[0]!.code === problem,
    )
})

test('a refusal never contains the secret', () => {
  const secret = 'client-secret-4f9a\n'
  const client = { token_url: 'https://example.com/token', client_id: 'a', client_secret: secret }
  assert.throws(
    () => mergeOauth(null, client),
    (err: Error) => !JSON.stringify(err).includes('4f9a') && !err.message.includes('4f9a'),
  )
})
