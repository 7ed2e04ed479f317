import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestKey } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { assertProblem, openContract } from './open-contract.ts'

let now = Date.now()
const { call, scope } = await openContract(
  { memberRate: 100 },
  { clock: { now: () => new Date(now) } },
)
const ask = (key: string) => call('GET /api/v1/chats', { key })
const statuses = async (key: string, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => ask(key)))).map(({ status }) => status)

test('a key may send twice its rate at once, then its rate a second', async () => {
  const key = await createTestKey(scope, ['chats:read'], { rateLimit: 3 })
  assert.deepEqual(await statuses(key, 6), Array(6).fill(200))
  const refused = await ask(key)
  assertProblem(refused, 429, 'rate_limited')
  assert.equal(refused.headers['retry-after'], '1')
  now += 1000
  assert.deepEqual((await statuses(key, 4)).toSorted(), [200, 200, 200, 429])
  now += 3_600_000
  assert.deepEqual((await statuses(key, 7)).toSorted(), [...Array(6).fill(200), 429])
})

test('an answer says what is left', async () => {
  const key = await createTestKey(scope, ['chats:read'], { rateLimit: 5 })
  const { headers } = await ask(key)
  assert.equal(headers['ratelimit-policy'], '"default";q=10;w=2')
  assert.match(String(headers['ratelimit']), /^"default";r=9;t=\d+$/)
  for (let index = 0; index < 9; index++) await ask(key)
  const refused = await ask(key)
  assert.equal(refused.status, 429)
  assert.match(String(refused.headers['ratelimit']), /^"default";r=0;t=\d+$/)
})

test('a refused request still counts, and has no effect', async () => {
  const key = await createTestKey(scope, ['contacts:write', 'contacts:read'], { rateLimit: 1 })
  const post = () => call('POST /api/v1/contacts', { key, body: { name: 'Limited' } })
  assert.deepEqual([(await post()).status, (await post()).status], [201, 201])
  assertProblem(await post(), 429, 'rate_limited')
  now += 2000
  const { body } = await call('GET /api/v1/contacts?q=Limited', { key })
  assert.equal(body.data.length, 2)
})

test('each key has an allowance of its own', async () => {
  const [a, b] = await Promise.all(
    [1, 2].map(() => createTestKey(scope, ['chats:read'], { rateLimit: 1 })),
  )
  await statuses(a!, 5)
  assert.equal((await ask(a!)).status, 429)
  assert.equal((await ask(b!)).status, 200)
})

test('a key without a limit has none', async () => {
  const key = await createTestKey(scope, ['chats:read'])
  assert.deepEqual(new Set(await statuses(key, 300)), new Set([200]))
  assert.equal((await ask(key)).headers['ratelimit'], undefined)
})

test('a key that names no limit may send 100 a second and 200 at once', async () => {
  const { headers } = await signInTestMember(call, scope)
  const create = async (extra: object) =>
    (
      await call('POST /api/developer/api-keys', {
        headers,
        body: { name: 'K', scopes: ['chats:read'], ...extra },
      })
    ).body
  const made = await create({})
  assert.equal(made.rate_limit, 100)
  const answers = await statuses(made.secret, 205)
  assert.equal(answers.filter((status) => status === 200).length, 200)
  assert.equal((await create({ rate_limit: null })).rate_limit, null)
  assert.equal((await create({ rate_limit: 500 })).rate_limit, 500)
})

test('a member may send 100 a second and 200 at once, in all sessions together', async () => {
  const { headers } = await signInTestMember(call, scope)
  const other = await signInTestMember(call, scope)
  const get = (path: string, session = headers) => call(`GET ${path}`, { headers: session })
  const paths = Array.from({ length: 205 }, (_, index) =>
    index % 2 ? '/api/session' : '/api/v1/chats',
  )
  const answers = await Promise.all(paths.map((path) => get(path)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 200)
  assertProblem(await get('/api/session'), 429, 'rate_limited')
  assert.equal((await get('/api/session', other.headers)).status, 200)
  now += 1000
  assert.equal((await get('/api/session')).status, 200)
})
