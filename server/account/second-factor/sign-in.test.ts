import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { createInvitation } from '#account/invitations/create-invitation.ts'
import { disableUser } from '#account/users/disable-user.ts'
import { createUser } from '#account/users/create-user.ts'
import { resetSecondFactor } from '#account/second-factor/reset-second-factor.ts'
import { newId } from '#lib/ids.ts'
import { deleteExpired } from '#housekeeping/delete-expired.ts'
import { sessionCookieOf } from '#test/answer.ts'
import type { Answer } from '#test/answer.ts'
import { openTestApi } from '#test/app.ts'
import type { Call } from '#test/app.ts'
import { readAuditActions } from '#test/audit-actions.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { forgetAttempts } from '#test/forget-attempts.ts'
import { readMailsTo } from '#test/mails.ts'
import { readAppCode, turnOnSecondFactor } from '#test/second-factor.ts'
import { setPassword } from '../profile/set-password.ts'

const opened = await openTestContext()
// Time passes only when a test moves it, so that codes stay the same and rate limits do not recover.
const time = { now: Date.now() }
const context: Context = { ...opened.context, clock: { now: () => new Date(time.now) } }
const password = 'correct horse battery'
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
let call: Call
let scope: Scope
let networks = 0

before(async () => {
  scope = (await createTestWorkspace(context)).scope
})

const nextStep = () => {
  time.now += 30_000
}

/** Creates a user who is signed in. Each has an API with unused rate limits. */
async function newUser() {
  await forgetAttempts(context)
  call = (await openTestApi(context)).call
  const { user, membership } = await createUser(scope, {
    email: `${newId()}@example.com`,
    password,
    role: 'agent',
  })
  const headers = { cookie: sessionCookieOf(await signIn(user.email)), ...sameOrigin }
  return { ...user, userId: user.id, membershipId: membership.id, headers }
}

/** Creates a user with a second factor that is on. */
async function newGuardedUser() {
  const user = await newUser()
  const codes = await turnOnSecondFactor(call, context, user)
  return { ...user, codes }
}

function signIn(email: string, headers = {}, address = `10.1.${(networks += 1)}.7`) {
  return call('POST /api/auth/sign-in/email', { body: { email, password }, headers, address })
}

function cookieNamed(answer: Answer, name: string): string | undefined {
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  return cookies.find((each) => each.startsWith(`parley.${name}=`))?.split(';', 1)[0]
}

/** Signs in with the password and returns the cookie of the second step. */
async function startSignIn(email: string): Promise<string> {
  const answer = await signIn(email)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { second_factor_required: true })
  return cookieNamed(answer, 'second_step')!
}

function enter(cookie: string, code: string, address = `10.2.${(networks += 1)}.7`) {
  return call('POST /api/auth/sign-in/second-factor', {
    body: { code },
    headers: { cookie },
    address,
  })
}

describe('setting up an authenticator app', () => {
  test('asks for the password and for a code, and then shows ten recovery codes once', async () => {
    const user = await newUser()
    const { headers, userId } = user
    const other = { cookie: sessionCookieOf(await signIn(user.email)) }
    const begin = (given: string) =>
      call('POST /api/session/second-factor', { headers, body: { current_password: given } })
    const wrong = await begin('wrong password')
    assert.equal(wrong.status, 422)
    assert.equal(wrong.body.errors[0].field, 'current_password')
    const started = await begin(password)
    assert.match(started.body.secret, /^[A-Z2-7]{32}$/)
    assert.ok(started.body.uri.includes(`secret=${started.body.secret}`))
    const confirm = (code: string) =>
      call('POST /api/session/second-factor/confirm', { headers, body: { code } })
    const code = await readAppCode(context, userId)
    const mistyped = await confirm(code === '000000' ? '111111' : '000000')
    assert.equal(mistyped.status, 422)
    assert.equal((await call('GET /api/session/second-factor', { headers })).body.is_on, false)
    assert.equal((await signIn(user.email)).body.second_factor_required, undefined)

    const confirmed = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)
    assert.equal(confirmed.status, 200)
    assert.equal(new Set(confirmed.body.recovery_codes).size, 10)
    for (const each of confirmed.body.recovery_codes)
      assert.match(each, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    const state = (await call('GET /api/session/second-factor', { headers })).body
    assert.deepEqual(state, {
      is_on: true,
      turned_on_at: new Date(time.now).toISOString(),
      recovery_codes_left: 10,
    })
    assert.equal((await call('GET /api/session', { headers: other })).status, 401)
    assert.equal((await begin(password)).body.code, 'second_factor_on')
    assert.equal((await confirm(code)).body.code, 'second_factor_on')
    const mails = await readMailsTo(context, user.email)
    assert.deepEqual(
      mails.map((mail) => mail.subject),
      ['Your second factor was turned on'],
    )
    const entries = await readAudit(user.membershipId)
    assert.deepEqual(entries, ['member.second_factor_turned_on'])
  })

  test('stores neither the secret nor a recovery code in the clear', async () => {
    const user = await newUser()
    const { body } = await call('POST /api/session/second-factor', {
      headers: user.headers,
      body: { current_password: password },
    })
    const row = await context.directory
      .selectFrom('authenticators')
      .select('secret')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    assert.ok(!row.secret.toString('latin1').includes(body.secret))
    const codes = await turnOnSecondFactor(call, context, user)
    const stored = await context.directory
      .selectFrom('recovery_codes')
      .select('hash')
      .where('user_id', '=', user.userId)
      .execute()
    assert.equal(stored.length, 10)
    for (const { hash } of stored) assert.ok(!codes.includes(hash.toString()))
  })

  test('expires after an hour', async () => {
    const { headers, userId } = await newUser()
    await call('POST /api/session/second-factor', {
      headers,
      body: { current_password: password },
    })
    time.now += 3_600_001
    const code = await readAppCode(context, userId)
    const late = await call('POST /api/session/second-factor/confirm', { headers, body: { code } })
    assert.equal(late.body.code, 'second_factor_off')
  })
})

describe('signing in with a second factor', () => {
  test('the password alone gives no session; a code of the app completes the sign-in', async () => {
    const user = await newGuardedUser()
    const first = await signIn(user.email)
    assert.equal(cookieNamed(first, 'session_token'), undefined)
    assert.equal(cookieNamed(first, 'device'), undefined)
    const step = cookieNamed(first, 'second_step')!
    assert.match(String([first.headers['set-cookie']].flat()[0]), /Path=\/api\/auth; HttpOnly/)
    assert.equal((await call('GET /api/session', { headers: { cookie: step } })).status, 401)
    const token = step.split('=')[1]!
    for (const cookie of [`parley.session_token=${token}`, `parley.session_token=${token}.x`])
      assert.equal((await call('GET /api/session', { headers: { cookie } })).status, 401)

    const done = await enter(step, await readAppCode(context, user.userId))
    assert.equal(done.status, 200)
    assert.equal(done.body.user.email, user.email)
    const headers = { cookie: sessionCookieOf(done) }
    assert.equal((await call('GET /api/session', { headers })).body.user.email, user.email)
    assert.match(String(done.headers['set-cookie']), /second_step=; Max-Age=0/)
    assert.ok(cookieNamed(done, 'device'))
    const again = await enter(step, user.codes[0]!)
    assert.equal(again.body.code, 'second_step_expired')
  })

  test('a code is accepted once, also by requests at the same time', async () => {
    const user = await newGuardedUser()
    const code = await readAppCode(context, user.userId)
    const steps = await Promise.all(Array.from({ length: 6 }, () => startSignIn(user.email)))
    const answers = await Promise.all(steps.map((step) => enter(step, code)))
    assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 401, 401, 401, 401, 401])
    const refused = answers.find((each) => each.status === 401)!
    assert.equal(refused.body.code, 'invalid_second_factor')
    const before = await readAppCode(context, user.userId, -1)
    assert.equal((await enter(await startSignIn(user.email), before)).status, 401)
    nextStep()
    const next = await readAppCode(context, user.userId)
    assert.equal((await enter(await startSignIn(user.email), next)).status, 200)
  })

  test('a recovery code is accepted once, also by requests at the same time', async () => {
    const user = await newGuardedUser()
    const code = user.codes[3]!
    const steps = await Promise.all(Array.from({ length: 6 }, () => startSignIn(user.email)))
    const typed = [code, code.toLowerCase(), code.replaceAll('-', ''), ` ${code} `, code, code]
    const answers = await Promise.all(steps.map((step, i) => enter(step, typed[i]!)))
    assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 401, 401, 401, 401, 401])
    const state = await call('GET /api/session/second-factor', { headers: user.headers })
    assert.equal(state.body.recovery_codes_left, 9)
    assert.equal(
      (await readMailsTo(context, user.email)).at(-1)!.subject,
      'A recovery code was used to sign in',
    )
    const stranger = await newGuardedUser()
    const foreign = await enter(await startSignIn(stranger.email), user.codes[4]!)
    assert.equal(foreign.body.code, 'invalid_second_factor')
  })

  test('one started sign-in gives one session, also for two correct codes at the same time', async () => {
    const user = await newGuardedUser()
    const step = await startSignIn(user.email)
    const code = await readAppCode(context, user.userId)
    const answers = await Promise.all([enter(step, code), enter(step, user.codes[0]!)])
    assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 401])
    const left = await call('GET /api/session/second-factor', { headers: user.headers })
    const isByApp = answers[0].status === 200
    assert.equal(left.body.recovery_codes_left, isByApp ? 10 : 9)
  })

  test('after five wrong codes or ten minutes the password is asked for again', async () => {
    const user = await newGuardedUser()
    const step = await startSignIn(user.email)
    const wrong = await Promise.all(
      Array.from({ length: 7 }, (_, i) => enter(step, `AAAA-AAAA-AAAA-AAA${i}`)),
    )
    const codes = wrong.map((each) => each.body.code as string)
    assert.equal(codes.filter((code) => code === 'invalid_second_factor').length, 5)
    assert.equal((await enter(step, user.codes[0]!)).body.code, 'second_step_expired')
    const late = await startSignIn(user.email)
    time.now += 10 * 60_000 + 1
    assert.equal((await enter(late, user.codes[0]!)).body.code, 'second_step_expired')
    await deleteExpired(context)
    const rows = await context.directory
      .selectFrom('second_steps')
      .select('hash')
      .where('user_id', '=', user.userId)
      .execute()
    assert.deepEqual(rows, [])
    for (const cookie of ['', 'parley.second_step=', 'parley.second_step=x'])
      assert.equal((await enter(cookie, user.codes[0]!)).body.code, 'second_step_expired')
  })

  test('wrong codes are limited from all networks together, and block neither known devices nor recovery codes', async () => {
    const user = await newGuardedUser()
    const known = await enter(await startSignIn(user.email), user.codes[0]!)
    const device = cookieNamed(known, 'device')!
    const code = await readAppCode(context, user.userId)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let i = 0; i < 10; i++)
      assert.equal((await enter(await startSignIn(user.email), wrong)).status, 401)
    const limited = await enter(await startSignIn(user.email), code)
    assert.equal(limited.status, 429)
    assert.ok(Number(limited.headers['retry-after']) > 0)
    const recovered = await enter(await startSignIn(user.email), user.codes[1]!)
    assert.equal(recovered.status, 200)
    const own = await enter(`${await startSignIn(user.email)}; ${device}`, code)
    assert.equal(own.status, 200)
  })

  test('wrong codes are limited over all processes together', async () => {
    const user = await newGuardedUser()
    const code = await readAppCode(context, user.userId)
    const wrong = code === '000000' ? '111111' : '000000'
    const processes = [call, (await openTestApi(context)).call]
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      call = processes[i % 2]!
      statuses.push((await enter(await startSignIn(user.email), wrong)).status)
    }
    assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429])
    for (const each of processes) {
      call = each
      assert.equal((await enter(await startSignIn(user.email), code)).status, 429)
    }
  })

  test('a started sign-in ends with a new password, and for a disabled user', async () => {
    const user = await newGuardedUser()
    const before = await startSignIn(user.email)
    await setPassword(context, { email: user.email, password })
    assert.equal((await enter(before, user.codes[0]!)).body.code, 'second_step_expired')
    const step = await startSignIn(user.email)
    await disableUser(context, { email: user.email, isDisabled: true })
    assert.equal((await enter(step, user.codes[0]!)).status, 401)
  })

  test('a foreign origin is rejected', async () => {
    await newUser()
    const answer = await call('POST /api/auth/sign-in/second-factor', {
      body: { code: '000000' },
      headers: { origin: 'https://evil.example' },
    })
    assert.equal(answer.body.code, 'cross_origin')
  })

  test('an invitation that is accepted with a password also asks for the code', async () => {
    const user = await newGuardedUser()
    const other = (await createTestWorkspace(context)).scope
    const { link } = await createInvitation(other, { email: user.email, role: 'agent' })
    const token = link!.split('#')[1]!
    const accepted = await call('POST /api/auth/accept-invitation', { body: { token, password } })
    assert.deepEqual(accepted.body, { second_factor_required: true })
    assert.equal(cookieNamed(accepted, 'session_token'), undefined)
    const step = cookieNamed(accepted, 'second_step')!
    const done = await enter(step, await readAppCode(context, user.userId))
    const session = await call('GET /api/session', { headers: { cookie: sessionCookieOf(done) } })
    assert.equal(session.body.workspace.id, other.workspaceId)
  })
})

describe('a second factor that is on', () => {
  test('is turned off only with the password', async () => {
    const user = await newGuardedUser()
    const turnOff = (given: string) =>
      call('POST /api/session/second-factor/turn-off', {
        headers: user.headers,
        body: { current_password: given },
      })
    assert.equal((await turnOff('wrong password')).status, 422)
    const step = await startSignIn(user.email)
    assert.equal((await turnOff(password)).status, 204)
    assert.equal((await enter(step, user.codes[0]!)).status, 401)
    assert.ok(sessionCookieOf(await signIn(user.email)))
    assert.equal((await turnOff(password)).body.code, 'second_factor_off')
    assert.equal(
      (await readMailsTo(context, user.email)).at(-1)!.subject,
      'Your second factor was turned off',
    )
    assert.deepEqual(await readAudit(user.membershipId), [
      'member.second_factor_turned_on',
      'member.second_factor_turned_off',
    ])
  })

  test('gets new recovery codes only with the password; the former ones stop working', async () => {
    const user = await newGuardedUser()
    const replace = (given: string) =>
      call('POST /api/session/second-factor/recovery-codes', {
        headers: user.headers,
        body: { current_password: given },
      })
    assert.equal((await replace('wrong password')).status, 422)
    const { recovery_codes: codes } = (await replace(password)).body
    assert.equal(codes.length, 10)
    const step = await startSignIn(user.email)
    assert.equal((await enter(step, user.codes[0]!)).status, 401)
    assert.equal((await enter(step, codes[0])).status, 200)
  })

  test('is turned off by the operator, which ends all sessions', async () => {
    const user = await newGuardedUser()
    const reset = () => resetSecondFactor(context, { email: user.email.toUpperCase() })
    assert.equal((await reset()).wasOn, true)
    assert.equal((await reset()).wasOn, false)
    assert.equal((await call('GET /api/session', { headers: user.headers })).status, 401)
    assert.ok(sessionCookieOf(await signIn(user.email)))
    assert.ok((await readAudit(user.membershipId)).includes('member.second_factor_reset'))
    await assert.rejects(resetSecondFactor(context, { email: 'nobody@example.com' }), {
      code: 'user_not_found',
    })
  })
})

const readAudit = (membershipId: string) => readAuditActions(scope, membershipId, 'member.%factor%')
