import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createInvitation } from '#account/invitations/create-invitation.ts'
import { disableUser } from '#account/users/disable-user.ts'
import { createUser } from '#account/users/create-user.ts'
import type { Context } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { sessionCookieOf } from '#test/answer.ts'
import type { Answer } from '#test/answer.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { forgetAttempts } from '#test/forget-attempts.ts'
import { raceWith } from '#test/race-with.ts'
import { readAppCode, turnOnSecondFactor } from '#test/second-factor.ts'
import { setPassword } from '../profile/set-password.ts'
import { confirmSetUp } from './confirm-set-up.ts'
import { startSetUp } from './start-set-up.ts'

const opened = await openTestContext()
// No time passes, so that codes stay the same and rate limits do not recover.
const now = opened.context.clock.now()
const context: Context = { ...opened.context, clock: { now: () => now } }
const password = 'correct horse battery'
let networks = 0

const cookieNamed = (answer: Answer, name: string) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((each) => each.startsWith(`parley.${name}=`))
    ?.split(';', 1)[0]

/** Opens an API with unused rate limits, and a user who has not signed in. */
async function openUser() {
  await forgetAttempts(context)
  const { call } = await openTestApi(context)
  const { scope } = await createTestWorkspace(context)
  const email = `${newId()}@example.com`
  const { user } = await createUser(scope, { email, password, role: 'agent' })
  const signIn = (headers = {}, given = password, address = `10.3.${(networks += 1)}.7`) =>
    call('POST /api/auth/sign-in/email', { body: { email, password: given }, headers, address })
  const headersOf = (answer: Answer) => ({
    cookie: sessionCookieOf(answer),
    'sec-fetch-site': 'same-origin',
  })
  const enter = (cookie: string, code: string) =>
    call('POST /api/auth/sign-in/second-factor', {
      body: { code },
      headers: { cookie },
      address: `10.4.${(networks += 1)}.7`,
    })
  return { call, email, userId: user.id, signIn, headersOf, enter }
}

test('a sign-in does not slip past a second factor that is turned on meanwhile', async () => {
  const { userId, email, signIn } = await openUser()
  await startSetUp(context, { id: userId, email })
  const code = await readAppCode(context, userId)
  const answer = await raceWith(
    context,
    userId,
    (tx) => confirmSetUp(tx, { userId, code, keptSessionId: newId() }),
    () => signIn(),
  )
  assert.deepEqual(answer.body, { second_factor_required: true })
  assert.equal(cookieNamed(answer, 'session_token'), undefined)
})

test('a sign-in with the former password does not slip past a new password', async () => {
  const { userId, email, signIn } = await openUser()
  const next = 'another horse battery'
  const answer = await raceWith(
    context,
    userId,
    (tx) => setPassword(tx, { email, password: next }),
    () => signIn(),
  )
  assert.equal(answer.body.code, 'invalid_credentials')
  assert.equal((await signIn({}, next)).status, 200)
})

test('a code does not slip past the disabling of its user, and is not used up by it', async () => {
  const { call, userId, email, signIn, headersOf, enter } = await openUser()
  await turnOnSecondFactor(call, context, { userId, headers: headersOf(await signIn()) })
  const cookie = cookieNamed(await signIn(), 'second_step')!
  const code = await readAppCode(context, userId)
  const answer = await raceWith(
    context,
    userId,
    (tx) => disableUser(tx, { email, isDisabled: true }),
    () => enter(cookie, code),
  )
  assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_credentials'])
  await disableUser(context, { email, isDisabled: false })
  assert.equal((await enter(cookie, code)).status, 200)
})

test('what a session changes does not slip past the end of the session', async () => {
  const { call, userId, email, signIn, headersOf } = await openUser()
  const next = 'another horse battery'
  const started = headersOf(await signIn())
  const path = 'POST /api/session/second-factor'
  await call(path, { headers: started, body: { current_password: password } })
  const requests: [request: string, body: () => Promise<unknown>][] = [
    [`${path}/confirm`, async () => ({ code: await readAppCode(context, userId) })],
    [
      'POST /api/session/password',
      async () => ({ current_password: password, new_password: 'chosen by somebody else' }),
    ],
  ]
  for (const [request, toBody] of requests) {
    const headers = headersOf(await signIn())
    const body = await toBody()
    const answer = await raceWith(
      context,
      userId,
      (tx) => tx.directory.deleteFrom('sessions').where('user_id', '=', userId).execute(),
      () => call(request, { headers, body }),
    )
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], request)
  }
  await setPassword(context, { email, password: next })
  assert.equal((await signIn({}, next)).status, 200)
})

test('a browser that only knew the password is no known device for codes', async () => {
  const { call, userId, signIn, headersOf, enter } = await openUser()
  const before = await signIn()
  const device = cookieNamed(before, 'device')!
  await turnOnSecondFactor(call, context, { userId, headers: headersOf(before) })
  const code = await readAppCode(context, userId)
  const wrong = code === '000000' ? '111111' : '000000'
  const start = async () => cookieNamed(await signIn(), 'second_step')!
  for (let i = 0; i < 10; i++) assert.equal((await enter(await start(), wrong)).status, 401)
  assert.equal((await enter(`${await start()}; ${device}`, code)).status, 429)
})

test('the owner of an invited address is not locked out by the second factor of its former creator', async () => {
  const { call, headersOf } = await openUser()
  const email = `${newId()}@example.com`
  const accept = (token: string, body: object) =>
    call('POST /api/auth/accept-invitation', { body: { token, ...body } })
  const first = (await createTestWorkspace(context)).scope
  const shared = await createInvitation(first, { email, role: 'agent' })
  const hijacker = await accept(shared.link!.split('#')[1]!, { name: 'Mallory', password })
  assert.equal(hijacker.status, 200, hijacker.text)
  const { user } = hijacker.body
  await turnOnSecondFactor(call, context, { userId: user.id, headers: headersOf(hijacker) })
  const second = (await createTestWorkspace(context)).scope
  const mailed = await createInvitation(second, { email, role: 'agent' })
  await sql`
    update invitations set mailed = true
    where workspace_id = ${second.workspaceId} and id = ${mailed.id}`.execute(context.directory)
  const own = 'own horse battery staple'
  const owner = await accept(mailed.link!.split('#')[1]!, { name: 'Olga', password: own })
  assert.equal(owner.body.user?.id, user.id, owner.text)
  assert.ok(sessionCookieOf(owner))
})

test('a disabled user with a second factor is refused like everybody else', async () => {
  const { call, userId, email, signIn, headersOf } = await openUser()
  await turnOnSecondFactor(call, context, { userId, headers: headersOf(await signIn()) })
  await disableUser(context, { email, isDisabled: true })
  const answer = await signIn()
  assert.equal(answer.body.code, 'invalid_credentials')
  assert.equal(cookieNamed(answer, 'second_step'), undefined)
})

test('strangers in the network cannot keep a signed-in user from confirming the password', async () => {
  const { call, signIn, headersOf } = await openUser()
  const headers = headersOf(await signIn())
  const address = '10.9.9.9'
  for (let i = 0; i < 21; i++) await signIn({}, 'wrong password', address)
  const confirmed = await call('POST /api/session/confirm', {
    headers,
    body: { password },
    address,
  })
  assert.equal(confirmed.status, 204, confirmed.text)
})
