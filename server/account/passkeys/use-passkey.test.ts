import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { disableUser } from '#account/users/disable-user.ts'
import { FRESH_MINUTES } from '#http/add-authentication.ts'
import { deleteExpired } from '../../housekeeping/delete-expired.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { turnOnSecondFactor } from '#test/second-factor.ts'
import { waitFor } from '#test/wait-for.ts'
import { CHALLENGE_MS } from './challenges.ts'
import { openPasskeyTests, SITE } from '#test/passkeys.ts'
import type { User } from '#test/passkeys.ts'

const {
  toUser,
  context,
  time,
  call,
  newUser,
  headersOf,
  network,
  add,
  startSignIn,
  finishSignIn,
  signIn,
  list,
  confirm,
  readAudit,
  readSignIns,
  subjectsTo,
} = await openPasskeyTests()

describe('signing in with a passkey', () => {
  test('gives a session without password and code, and a known device', async () => {
    const user = await newUser()
    await turnOnSecondFactor(call, context, user)
    const { passkey } = await add(user)
    const { options, cookie } = await startSignIn()
    assert.deepEqual(options.allowCredentials, [])
    assert.equal(options.userVerification, 'required')
    const done = await finishSignIn(cookie, passkey.sign(options))
    assert.deepEqual(done.body.user, {
      id: user.userId,
      name: done.body.user.name,
      email: user.email,
    })
    const cookies = [done.headers['set-cookie']].flat().map(String)
    assert.ok(cookies.some((each) => each.startsWith('__Secure-parley.device=')))
    const session = await call('GET /api/session', { ...toUser(done) })
    assert.equal(session.body.user.email, user.email)
    const [entry] = await readSignIns(user.membershipId, 'member.signed_in')
    assert.equal(entry!['method'], 'passkey')
    const [shown] = await list(user)
    assert.equal(shown.last_used_at, new Date(time.now).toISOString())
    const synced = await add(user, createAuthenticator(SITE, true))
    for (let i = 0; i < 3; i++) assert.equal((await signIn(synced.passkey)).status, 200)
  })

  test('an answer is accepted once, also by requests at the same time', async () => {
    const user = await newUser()
    const { passkey } = await add(user, createAuthenticator(SITE, true))
    const { options, cookie } = await startSignIn()
    const credential = passkey.sign(options)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => finishSignIn(cookie, credential)),
    )
    assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 409, 409, 409, 409])
    assert.equal((await finishSignIn(cookie, credential)).body.code, 'challenge_expired')
    const again = await finishSignIn(cookie, passkey.sign(options))
    assert.equal(again.body.code, 'challenge_expired')
  })

  test('an answer is accepted only from the browser that asked, within five minutes', async () => {
    const user = await newUser()
    const { passkey } = await add(user, createAuthenticator(SITE, true))
    const { options, cookie } = await startSignIn()
    const other = await startSignIn()
    assert.equal(
      (await finishSignIn(other.cookie, passkey.sign(options))).body.code,
      'challenge_expired',
    )
    assert.equal((await finishSignIn('', passkey.sign(options))).body.code, 'challenge_expired')
    const second = await startSignIn(cookie)
    assert.equal(second.cookie, cookie)
    assert.equal((await finishSignIn(cookie, passkey.sign(second.options))).status, 200)
    assert.equal((await finishSignIn(cookie, passkey.sign(options))).status, 200)
    const late = await startSignIn(cookie)
    time.now += CHALLENGE_MS
    const answer = await finishSignIn(cookie, passkey.sign(late.options))
    assert.equal(answer.body.code, 'challenge_expired')
  })

  test('challenges are stored only once they were answered correctly, and deleted after their expiry', async () => {
    const user = await newUser()
    const { passkey } = await add(user)
    const count = async () => {
      const rows = await context.directory.selectFrom('used_challenges').select('hash').execute()
      return rows.length
    }
    const before = await count()
    await Promise.all(Array.from({ length: 20 }, () => startSignIn()))
    await signIn(passkey, { isVerified: false })
    assert.equal(await count(), before)
    await signIn(passkey)
    assert.equal(await count(), before + 1)
    time.now += CHALLENGE_MS + 120_000
    await deleteExpired(context)
    assert.equal(await count(), 0)
  })

  test('other origins and sites, and answers without user verification, are refused alike', async () => {
    const user = await newUser()
    const { passkey } = await add(user)
    const stranger = await newUser()
    const { passkey: foreign } = await add(stranger)
    const { options, cookie } = await startSignIn()
    const honest = passkey.sign(options)
    const handleOf = foreign.sign(options).response.userHandle
    const { userHandle: _, ...unnamed } = honest.response
    const refusals = [
      passkey.sign(options, { origin: 'https://evil.example' }),
      passkey.sign(options, { origin: 'http://parley.example' }),
      passkey.sign(options, { rpId: 'evil.example' }),
      passkey.sign(options, { isVerified: false }),
      passkey.sign(options, { type: 'webauthn.create' }),
      passkey.sign(options, { userHandle: handleOf }),
      { ...honest, response: unnamed },
      { ...honest, id: foreign.id },
      createAuthenticator(SITE).sign(options, { userHandle: honest.response.userHandle }),
      { ...honest, response: { ...honest.response, signature: 'AAAA' } },
      { ...honest, response: { ...honest.response, authenticatorData: 'AAAA' } },
      { ...honest, response: { ...honest.response, clientDataJSON: 'bnVsbA' } },
    ]
    const details = new Set<string>()
    for (const [i, credential] of refusals.entries()) {
      const answer = await finishSignIn(cookie, credential)
      assert.equal(answer.status, 401, `${i}: ${answer.text}`)
      assert.equal(answer.body.code, 'invalid_passkey')
      assert.equal(answer.headers['set-cookie'], undefined)
      details.add(answer.body.detail)
    }
    assert.equal(details.size, 1)
    const foreignPage = await call('POST /api/auth/sign-in/passkey', {
      headers: { cookie, origin: 'https://evil.example' },
      body: passkey.sign(options),
    })
    assert.equal(foreignPage.body.code, 'cross_origin')
    assert.equal((await signIn(passkey)).status, 200)
  })

  test('a passkey whose counter does not grow is refused, and its user notified once a day', async () => {
    const user = await newUser()
    const { passkey } = await add(user)
    assert.equal((await signIn(passkey)).status, 200)
    const copy = passkey.copy()
    assert.equal((await signIn(copy)).status, 200)
    for (let i = 0; i < 2; i++) {
      const refused = await signIn(passkey, { counter: 2 })
      assert.equal(refused.body.code, 'invalid_passkey')
    }
    assert.equal((await signIn(passkey, { counter: 0 })).status, 401)
    assert.deepEqual(await subjectsTo(user.email), [
      'A passkey was added to your account',
      'A passkey of your account may have been copied',
    ])
    assert.deepEqual(await readAudit(user.membershipId), [
      'member.passkey_added',
      'member.passkey_copied',
    ])
    const confirmed = await confirm(user, passkey.copy())
    assert.equal(confirmed.status, 204)
  })

  test('a removed passkey and one of a disabled user are refused', async () => {
    const user = await newUser()
    const [first, second] = [await add(user), await add(user)]
    const { headers } = user
    const removed = await call(`DELETE /api/session/passkeys/${first.id}`, { headers })
    assert.equal(removed.status, 204)
    assert.equal((await signIn(first.passkey)).body.code, 'invalid_passkey')
    assert.equal((await signIn(second.passkey)).status, 200)
    await disableUser(context, { email: user.email, isDisabled: true })
    assert.equal((await signIn(second.passkey)).body.code, 'invalid_passkey')
    await waitFor(async () => {
      const failed = await readSignIns(user.membershipId, 'member.sign_in_failed')
      return failed.some((each) => each['reason'] === 'disabled')
    })
    await disableUser(context, { email: user.email, isDisabled: false })
    assert.equal((await signIn(second.passkey)).status, 200)
  })

  test('attempts are limited by network and by account', async () => {
    const user = await newUser()
    const { passkey } = await add(user, createAuthenticator(SITE, true))
    const { options, cookie } = await startSignIn()
    const wrong = passkey.sign(options, { isVerified: false })
    const from = async (address: string) => (await finishSignIn(cookie, wrong, address)).status
    const one = network()
    for (let i = 0; i < 10; i++) assert.equal(await from(one), 401)
    assert.equal(await from(one), 429)
    assert.equal(await from(network()), 401)
    const unknown = createAuthenticator(SITE).sign(options, { userHandle: 'AAAA' })
    const other = network()
    const statuses: number[] = []
    for (let i = 0; i < 25; i++) statuses.push((await finishSignIn(cookie, unknown, other)).status)
    assert.ok(statuses.includes(429))
    assert.equal((await finishSignIn(cookie, passkey.sign(options))).status, 200)
  })
})

describe('confirming with a passkey', () => {
  test('replaces the password', async () => {
    const user = await newUser('admin')
    const { passkey } = await add(user)
    time.now += FRESH_MINUTES * 60_000
    const check = () => call('GET /api/session/confirm', { headers: user.headers })
    assert.equal((await check()).body.code, 'confirmation_required')
    const { body } = await call('POST /api/session/confirm/passkey/options', {
      headers: user.headers,
      body: {},
    })
    assert.equal(body.allowCredentials[0].id, passkey.id)
    assert.equal((await confirm(user, passkey)).status, 204)
    assert.equal((await check()).status, 204)
  })

  test("refuses another user's passkey, and challenges of other sessions and of sign-ins", async () => {
    const user = await newUser()
    const { passkey } = await add(user)
    const elsewhere = { headers: await headersOf(user.email) }
    const stranger = await newUser()
    const { passkey: foreign } = await add(stranger)
    const options = async (of: Pick<User, 'headers'>) =>
      (await call('POST /api/session/confirm/passkey/options', { headers: of.headers, body: {} }))
        .body
    const send = async (credential: unknown) => {
      const { headers } = user
      return (await call('POST /api/session/confirm/passkey', { headers, body: credential })).body
        ?.code
    }
    assert.equal(await send(foreign.sign(await options(user))), 'invalid_passkey')
    assert.equal(await send(passkey.sign(await options(elsewhere))), 'challenge_expired')
    assert.equal(await send(passkey.sign((await startSignIn()).options)), 'challenge_expired')
    const own = await options(user)
    assert.equal(await send(passkey.sign(own, { isVerified: false })), 'invalid_passkey')
    const answer = passkey.sign(own)
    assert.equal(await send(answer), undefined)
    assert.equal(await send(answer), 'challenge_expired')
  })
})
