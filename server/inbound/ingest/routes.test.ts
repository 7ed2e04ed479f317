import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { createIngest } from '#ingest.ts'
import { changeOf, payloadOf, sign, textFrom } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const app = createIngest(context)

const handshake = (query: Record<string, string>, platform = 'whatsapp') =>
  app.inject({ method: 'GET', url: `/webhook/${platform}`, query })
const right = {
  'hub.mode': 'subscribe',
  'hub.verify_token': 'test_verify_token',
  'hub.challenge': '771-ab',
}

const post = (body: string | Buffer, headers: Record<string, string> = {}, platform = 'whatsapp') =>
  app.inject({
    method: 'POST',
    url: `/webhook/${platform}`,
    payload: body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(body), ...headers },
  })

async function stored(workspaceId: string) {
  return context.db
    .selectFrom('inbound_payloads')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
}

test('the right handshake gets its challenge back, raw and as plain text', async () => {
  for (const platform of ['whatsapp', 'platform', 'messenger', 'instagram']) {
    const answer = await handshake(right, platform)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.body, '771-ab')
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  }
})

test('a wrong handshake is refused', async () => {
  for (const change of [
    { 'hub.verify_token': 'guess' },
    { 'hub.verify_token': '' },
    { 'hub.mode': 'unsubscribe' },
    { 'hub.challenge': '<script>' },
    { 'hub.challenge': 'x'.repeat(257) },
    { 'hub.challenge': '' },
  ])
    assert.equal((await handshake({ ...right, ...change })).statusCode, 403, JSON.stringify(change))
  assert.equal((await app.inject('/webhook/whatsapp')).statusCode, 403)
  const twice = `/webhook/whatsapp?hub.mode=subscribe&hub.challenge=1&hub.verify_token=test_verify_token&hub.verify_token=a`
  assert.equal((await app.inject(twice)).statusCode, 403)
})

test('another platform does not exist', async () => {
  assert.equal((await handshake(right, 'telegram')).json().code, 'platform_not_found')
  const answer = await post('{}', {}, 'telegram')
  assert.equal(answer.statusCode, 404)
})

test('a signed payload is stored byte for byte before its 200, which has no body', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const { account } = await createTestChannel(scope)
  const body = JSON.stringify(payloadOf(account, textFrom('919811100001', 'Grüße 🙂'))).replace(
    'ü',
    '\\u00fc',
  )
  const answer = await post(body)
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.body, '')
  const [payload] = await stored(workspaceId)
  assert.equal(payload!.body.toString(), body)
  assert.equal(payload!.status, 'pending')
  assert.equal(payload!.content_type, 'application/json')
})

test('the signature is checked over the bytes, whatever the content type says', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const { account } = await createTestChannel(scope)
  for (const type of ['text/plain', 'application/json; charset=utf-8', 'whatever'])
    assert.equal(
      (await post(JSON.stringify(payloadOf(account, {})), { 'content-type': type })).statusCode,
      200,
      type,
    )
  const changes = [changeOf(account, {})]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes }] })
  const bare = await app.inject({
    method: 'POST',
    url: '/webhook/whatsapp',
    payload: Buffer.from(body),
    headers: { 'x-hub-signature-256': sign(body), 'content-type': '' },
  })
  assert.equal(bare.statusCode, 200)
  assert.equal((await stored(workspaceId)).length, 4)
})

test('a bad or missing signature is refused and nothing is stored', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const { account } = await createTestChannel(scope)
  const body = JSON.stringify(payloadOf(account, textFrom('919811100002', 'hello')))
  const before = (await stored(NO_WORKSPACE)).length
  for (const signature of [
    '',
    'sha256=',
    sign(body, 'other'),
    sign(`${body} `),
    sign(body).slice(7),
  ]) {
    const answer = await post(body, { 'x-hub-signature-256': signature })
    assert.equal(answer.statusCode, 401)
    assert.equal(answer.json().code, 'invalid_signature')
  }
  const missing = await app.inject({ method: 'POST', url: '/webhook/whatsapp', payload: body })
  assert.equal(missing.statusCode, 401)
  assert.equal((await stored(workspaceId)).length, 0)
  assert.equal((await stored(NO_WORKSPACE)).length, before)
})

test('signed payloads of unknown content are stored as unrouted and answered with 200', async () => {
  const before = (await stored(NO_WORKSPACE)).length
  const bodies = [
    'not json',
    '',
    '[]',
    '{"object":"something","entry":3}',
    JSON.stringify(payloadOf('999', textFrom('919811100003', 'to nobody'))),
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ changes: [{ field: 'account_update' }] }],
    }),
    '\u0000',
  ]
  for (const body of bodies) assert.equal((await post(body)).statusCode, 200, body)
  assert.equal((await post('{"object":"page","entry":[]}', {}, 'messenger')).statusCode, 200)
  const kept = (await stored(NO_WORKSPACE)).slice(before)
  assert.deepEqual(
    kept.map((payload) => [payload.status, payload.body.toString()]),
    [...bodies, '{"object":"page","entry":[]}'].map((body) => ['unrouted', body]),
  )
})

test('a body of 4 MiB is taken, a larger or compressed one is not', async () => {
  const largest = Buffer.alloc(4 * 1024 * 1024, 'a')
  assert.equal((await post(largest)).statusCode, 200)
  assert.equal((await post(Buffer.alloc(largest.length + 1, 'a'))).statusCode, 413)
  assert.equal((await post('{}', { 'content-encoding': 'gzip' })).statusCode, 415)
})

test('without an app secret nothing is accepted, not even what an empty secret signed', async () => {
  const bare = createIngest({
    ...context,
    config: { ...context.config, whatsapp: { appSecret: undefined, verifyToken: undefined } },
  })
  const answer = await bare.inject({
    method: 'POST',
    url: '/webhook/whatsapp',
    payload: '{}',
    headers: { 'x-hub-signature-256': sign('{}', '') },
  })
  assert.equal(answer.statusCode, 503)
  const query = { ...right, 'hub.verify_token': '' }
  assert.equal((await bare.inject({ url: '/webhook/whatsapp', query })).statusCode, 403)
})

test('health is answered', async () => {
  assert.equal((await app.inject('/health/live')).statusCode, 200)
  assert.equal((await app.inject('/health/ready')).statusCode, 200)
})
