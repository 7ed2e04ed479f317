import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import type { Answer } from '#test/answer.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { forgetAttempts } from '#test/forget-attempts.ts'
import { readMailsTo } from '#test/mails.ts'
import { waitFor } from '#test/wait-for.ts'
import { deleteExpired } from '#housekeeping/delete-expired.ts'
import { createAttemptCounts } from './create-attempt-counts.ts'
import { createUser } from '../users/create-user.ts'
import { createSignInLimit } from './create-sign-in-limit.ts'

const password = 'correct horse battery'
const opened = await openTestContext()
// No time passes, so that rate limits do not recover while passwords are checked.
const now = opened.context.clock.now()
const context: Context = { ...opened.context, clock: { now: () => now } }
const { call } = await openTestApi(context)
let scope: Scope
let networks = 0

before(async () => {
  scope = (await createTestWorkspace(context)).scope
})

async function newUser() {
  await forgetAttempts(context)
  const created = await createUser(scope, {
    email: `${newId()}@example.com`,
    password,
    role: 'agent',
  })
  return { ...created, email: created.user.email }
}

function signIn(
  email: string,
  given = password,
  headers: Record<string, string> = {},
  address = `10.0.${(networks += 1)}.7`,
) {
  return call('POST /api/auth/sign-in/email', {
    body: { email, password: given },
    headers,
    address,
  })
}

/** The cookie by which a browser is recognized as a known device. */
function deviceOf(response: Answer): string {
  const cookies = [response.headers['set-cookie']].flat().map(String)
  return cookies.find((each) => each.includes('.device='))!.split(';', 1)[0]!
}

test('wrong passwords of strangers do not lock the owner out, and the owner gets one mail', async () => {
  const { email } = await newUser()
  const from = '203.0.113.9'
  const known = deviceOf(await signIn(email, password, {}, from))
  for (let i = 0; i < 9; i++) await signIn(email, 'wrong', {}, from)
  assert.equal((await signIn(email, password, {}, from)).status, 429)
  assert.equal((await signIn(email, password, {})).status, 200)
  assert.equal((await signIn(email, password, { cookie: known }, from)).status, 200)
  assert.equal((await readMailsTo(context, email)).length, 0)
  await Promise.all([1, 2, 3].map(() => signIn(email, 'wrong', {})))
  const mails = await waitFor(async () => {
    const found = await readMailsTo(context, email)
    return found.length > 0 ? found : undefined
  })
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.subject, /^Failed attempts to sign in/)
})

test('a known device has attempts of its own, for the accounts that signed in with it', async () => {
  const [first, second] = [await newUser(), await newUser()]
  const one = deviceOf(await signIn(first.email, password, {}))
  assert.match(one, /^parley\.device=/)
  assert.ok(!one.includes(first.user.id) && !one.includes(first.email))
  const both = deviceOf(await signIn(second.email, password, { cookie: one }))
  const attempt = (cookie: string, email: string) =>
    signIn(email, 'wrong', { cookie }, '203.0.113.10')
  const attempts = async (cookie: string, email: string, count: number) => {
    const statuses = new Set<number>()
    for (let i = 0; i < count; i++) statuses.add((await attempt(cookie, email)).status)
    return [...statuses]
  }
  assert.deepEqual(await attempts('', second.email, 10), [401])
  assert.deepEqual(await attempts('', second.email, 1), [429])
  assert.deepEqual(await attempts(one, second.email, 1), [429], 'not known for this account')
  assert.deepEqual(await attempts(both, second.email, 1), [401])
  assert.deepEqual(await attempts(both, first.email, 1), [401])
  const forged = both.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
  assert.equal((await attempt(forged, first.email)).status, 401)
  assert.deepEqual(await attempts(both, second.email, 10), [401, 429], 'guessing stays limited')
})

test('an account under attack from many networks stays open for one that made no attempt', async () => {
  const limit = createSignInLimit(context, 'password')
  const isAllowed = (address: string, device?: string) =>
    limit({ email: 'ada@example.com', address, device }).then(
      () => true,
      () => false,
    )
  let guesses = 0
  for (let network = 0; network < 50; network++)
    for (let i = 0; i < 11; i++)
      if (await isAllowed(`2001:db8:1:${network.toString(16)}::1`)) guesses += 1
  assert.equal(guesses, 33)
  const others: boolean[] = []
  for (let i = 0; i < 4; i++) others.push(await isAllowed('198.51.100.7'))
  assert.deepEqual(others, [true, true, true, false])
  assert.ok(await isAllowed('2001:db8:1:1::1', 'a known device'))
})

test('the attempts of an account are limited over all processes together', async () => {
  const { email } = await newUser()
  const [one, other] = [await openTestApi(context), await openTestApi(context)]
  const attempt = (via: typeof call, given: string) =>
    via('POST /api/auth/sign-in/email', {
      body: { email, password: given },
      address: '203.0.113.11',
    })
  const wrong = await Promise.all(
    Array.from({ length: 16 }, (_, i) => attempt(i % 2 === 0 ? one.call : other.call, 'wrong')),
  )
  const statuses = wrong.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 10, statuses.join(' '))
  for (const via of [one.call, other.call]) {
    const refused = await attempt(via, password)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '30')
  }
})

test('attempts are possible again after their time, and counts that mean nothing are deleted', async () => {
  const time = { now: now.getTime() }
  const moving: Context = { ...context, clock: { now: () => new Date(time.now) } }
  const take = createAttemptCounts(moving, 'test')
  const rate = { ratePerSecond: 1, burst: 2 }
  const key = newId()
  assert.deepEqual(await take(key, rate), { allowed: true, retryAfterSeconds: 0 })
  assert.equal((await take(key, rate)).allowed, true)
  assert.deepEqual(await take(key, rate), { allowed: false, retryAfterSeconds: 1 })
  assert.equal((await take(newId(), rate)).allowed, true)
  time.now += 1000
  assert.equal((await take(key, rate)).allowed, true)
  assert.equal((await take(key, rate)).allowed, false)
  time.now += 3_600_000
  await deleteExpired(moving)
  const left = await moving.directory.selectFrom('attempt_counts').select('id').execute()
  assert.deepEqual(left, [])
  assert.equal((await take(key, rate)).allowed, true)
})
