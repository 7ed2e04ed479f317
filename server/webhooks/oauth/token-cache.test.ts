import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { clientOf, startTokenServer } from '#test/token-server.ts'
import { createWebhookFetch } from '../create-webhook-fetch.ts'
import { createTokenCache } from './create-token-cache.ts'
import { sealOauth } from './seal-oauth.ts'

const { context } = await openTestContext()
const fetch = createWebhookFetch(context.config)
after(() => fetch.close())

async function setUp(lifetime?: number | string) {
  const server = await startTokenServer(lifetime)
  let now = Date.parse('2026-11-25T10:00:00Z')
  const clock = { now: () => new Date(now) }
  const cache = createTokenCache({ ...context, clock }, fetch.fetch)
  const place = { workspace_id: newId(), id: newId() }
  const endpointWith = (changes: { scope?: string } = {}) => {
    const client = { scope: null, ...clientOf(server), ...changes }
    const sealed = sealOauth(context, place, client)
    return { ...place, ...sealed, oauth: JSON.parse(sealed.oauth!) }
  }
  const endpoint = endpointWith()
  const get = async (of = endpoint) => (await cache.of(of)!.get()).token
  return { server, cache, endpoint, endpointWith, get, pass: (ms: number) => (now += ms) }
}

test('concurrent deliveries share one request, and later ones its token', async () => {
  const { server, get } = await setUp(3_600)
  const found = await Promise.all(Array.from({ length: 20 }, () => get()))
  assert.deepEqual(new Set(found), new Set(['access-token-1']))
  assert.equal(await get(), 'access-token-1')
  assert.equal(server.requests.length, 1)
})

for (const [lifetime, usableSeconds] of [
  [120, 90],
  ['120', 90],
  [40, 20],
  [undefined, 270],
  ['soon', 270],
  [86_400, 3_600],
  [0, 0],
  [-5, 0],
] as const)
  test(`a token with expires_in ${lifetime} is used for ${usableSeconds} seconds`, async () => {
    const { get, pass } = await setUp(lifetime)
    assert.equal(await get(), 'access-token-1')
    if (usableSeconds > 0) {
      pass(usableSeconds * 1_000 - 1)
      assert.equal(await get(), 'access-token-1')
      pass(1)
    }
    assert.equal(await get(), 'access-token-2')
  })

test('a refused token is requested again, but a newer one stays', async () => {
  const { cache, endpoint, get } = await setUp(3_600)
  const tokens = cache.of(endpoint)!
  assert.equal(await get(), 'access-token-1')
  tokens.drop('access-token-1')
  assert.equal(await get(), 'access-token-2')
  tokens.drop('access-token-1')
  assert.equal(await get(), 'access-token-2')
})

test('another scope or secret asks for another token', async () => {
  const { server, endpointWith, get } = await setUp(3_600)
  await get()
  const changed = endpointWith({ scope: 'hooks write' })
  assert.equal(await get(changed), 'access-token-2')
  assert.match(server.requests.at(-1)!.body.toString(), /scope=hooks\+write/)
  assert.equal(await get(changed), 'access-token-2')
  assert.equal(await get(endpointWith({ scope: 'hooks write' })), 'access-token-3')
})

test('a failure is not kept', async () => {
  const { server, cache, endpoint, get } = await setUp(3_600)
  const answer = server.requests
  server.respondWith((_request, response) => {
    response.statusCode = 503
    response.setHeader('retry-after', '7')
    response.end()
  })
  assert.deepEqual(await cache.of(endpoint)!.get(), {
    token: null,
    error: 'token_server_failed',
    retryAfterMs: 7_000,
  })
  server.respondWith((_request, response) => {
    response.end(JSON.stringify({ access_token: 'later', token_type: 'bearer' }))
  })
  assert.equal(await get(), 'later')
  assert.equal(answer.length, 2)
})
