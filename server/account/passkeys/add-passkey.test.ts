import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FRESH_MINUTES } from '#http/add-authentication.ts'
import { newId } from '#lib/ids.ts'
import { PASSKEYS_MAX } from '#shared/passkeys.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { readMailsTo, waitForMailedToken } from '#test/mails.ts'
import { turnOnSecondFactor } from '#test/second-factor.ts'
import { setPassword } from '../profile/set-password.ts'
import { CHALLENGE_MS } from './challenges.ts'
import { removePasskeys } from './remove-passkeys.ts'
import { openPasskeyTests, SITE } from '#test/passkeys.ts'
import { raceWith } from '#test/race-with.ts'
import { TEST_PASSWORD } from '#test/session.ts'

const {
  toUser,
  context,
  time,
  call,
  newUser,
  headersOf,
  network,
  startAdding,
  add,
  save,
  startSignIn,
  signIn,
  list,

  readAudit,
  subjectsTo,
} = await openPasskeyTests()

describe('adding a passkey', () => {
  test('stores it with its name, notifies the user and records it', async () => {
    const user = await newUser()
    const { body: options } = await startAdding(user)
    assert.equal(options.rp.id, 'parley.example')
    assert.equal(options.user.name, user.email)
    assert.equal(options.authenticatorSelection.residentKey, 'required')
    assert.equal(options.authenticatorSelection.userVerification, 'required')
    // The bytes of a UUID: nothing of the email address is in it.
    assert.equal(Buffer.from(options.user.id, 'base64url').length, 16)
    const passkey = createAuthenticator(SITE)
    const added = await save(user, passkey.create(options), '  My   laptop ')
    assert.equal(added.status, 201)
    assert.deepEqual(await list(user), [
      {
        id: added.body.id,
        name: 'My laptop',
        is_device_bound: true,
        credential_id: passkey.id,
        created_at: new Date(time.now).toISOString(),
        last_used_at: null,
      },
    ])
    const [mail] = await readMailsTo(context, user.email)
    assert.equal(mail!.subject, 'A passkey was added to your account')
    assert.ok(mail!.text.includes('My laptop'))
    assert.deepEqual(await readAudit(user.membershipId), ['member.passkey_added'])
    assert.equal((await call('GET /api/session', { headers: user.headers })).body.has_passkey, true)
    await add(user, createAuthenticator(SITE, true), 'Phone')
    const [, phone] = await list(user)
    assert.equal(phone.is_device_bound, false)
    const { body: next } = await startAdding(user)
    assert.equal(next.excludeCredentials.length, 2)
  })

  test('requires a confirmation when the sign-in was a while ago', async () => {
    const user = await newUser()
    const { body: options } = await startAdding(user)
    time.now += FRESH_MINUTES * 60_000
    assert.equal((await startAdding(user)).body.code, 'confirmation_required')
    const late = await save(user, createAuthenticator(SITE).create(options))
    assert.equal(late.body.code, 'confirmation_required')
    const confirmed = await call('POST /api/session/confirm', {
      headers: user.headers,
      body: { password: TEST_PASSWORD },
    })
    assert.equal(confirmed.status, 204)
    await add(user)
  })

  test('is refused when a password reset has ended the session meanwhile', async () => {
    const user = await newUser()
    const { body: options } = await startAdding(user)
    const credential = createAuthenticator(SITE).create(options)
    const answer = await raceWith(
      context,
      user.userId,
      (tx) => setPassword(tx, { email: user.email, password: TEST_PASSWORD }),
      () => save(user, credential),
    )
    assert.equal(answer.status, 401, answer.text)
    assert.deepEqual(await list({ headers: await headersOf(user.email) }), [])
  })

  test('refuses an answer of another site or user, without user verification, or that expired', async () => {
    const user = await newUser()
    const other = { headers: await headersOf(user.email) }
    const { body: options } = await startAdding(user)
    const refused = async (credential: unknown, code: string, as = { headers: user.headers }) => {
      const answer = await save(as, credential)
      assert.equal(answer.body.code, code, answer.text)
    }
    const passkey = createAuthenticator(SITE)
    await refused(passkey.create(options, { origin: 'https://evil.example' }), 'invalid_passkey')
    await refused(
      passkey.create(options, { origin: 'https://parley.example:8443' }),
      'invalid_passkey',
    )
    await refused(passkey.create(options, { rpId: 'evil.example' }), 'invalid_passkey')
    await refused(passkey.create(options, { isVerified: false }), 'invalid_passkey')
    await refused(passkey.create(options, { type: 'webauthn.get' }), 'invalid_passkey')
    await refused(passkey.create(options, { challenge: 'AAAA' }), 'challenge_expired')
    const honest = passkey.create(options)
    await refused({ ...honest, id: createAuthenticator(SITE).id }, 'invalid_passkey')
    await refused(
      { ...honest, response: { ...honest.response, attestationObject: 'AAAA' } },
      'invalid_passkey',
    )
    await refused(
      { ...honest, response: { ...honest.response, clientDataJSON: 'AAAA' } },
      'invalid_passkey',
    )
    await refused(honest, 'challenge_expired', other)
    const { options: signInOptions } = await startSignIn()
    await refused(
      passkey.create(options, { challenge: signInOptions.challenge }),
      'challenge_expired',
    )
    time.now += CHALLENGE_MS
    await refused(honest, 'challenge_expired')
    assert.deepEqual(await list(user), [])
    assert.deepEqual(await subjectsTo(user.email), [])
  })

  test('a challenge and a passkey can be added once, and not to two users', async () => {
    const user = await newUser()
    const { body: options } = await startAdding(user)
    const [first, second] = [createAuthenticator(SITE), createAuthenticator(SITE)]
    const answers = await Promise.all(
      [first, second].map((each) => save(user, each.create(options))),
    )
    assert.deepEqual(answers.map((each) => each.status).toSorted(), [201, 409])
    const { passkey } = await add(user)
    const stranger = await newUser()
    const { body: others } = await startAdding(stranger)
    const taken = await save(stranger, passkey.create(others))
    assert.equal(taken.body.code, 'passkey_taken')
    assert.deepEqual(await list(stranger), [])
  })

  test('is limited per user, also for requests at the same time', async () => {
    const user = await newUser()
    const started = await Promise.all(Array.from({ length: 12 }, () => startAdding(user)))
    const answers = await Promise.all(
      started.map(({ body }) => save(user, createAuthenticator(SITE).create(body))),
    )
    assert.equal(answers.filter((each) => each.status === 201).length, PASSKEYS_MAX)
    assert.equal((await startAdding(user)).body.code, 'too_many_passkeys')
  })

  test('ignores what the authenticator states about its maker, certificates included', async () => {
    const user = await newUser()
    const { body: options } = await startAdding(user)
    const statement = new Map<string, number | Buffer | Buffer[]>([
      ['alg', -7],
      ['sig', Buffer.from('x')],
      ['x5c', [Buffer.from('no certificate')]],
    ])
    const credential = createAuthenticator(SITE).create(options, { statement })
    assert.equal((await save(user, credential)).status, 201)
  })

  test('is refused from another origin and without a session', async () => {
    const user = await newUser()
    const foreign = await call('POST /api/session/passkeys/options', {
      headers: { ...user.headers, 'sec-fetch-site': 'cross-site' },
      body: {},
    })
    assert.equal(foreign.body.code, 'cross_origin')
    assert.equal((await call('POST /api/session/passkeys/options')).status, 401)
  })
})

describe('the passkeys of a user', () => {
  test('are renamed and removed only by their user', async () => {
    const user = await newUser()
    const { id } = await add(user)
    const stranger = { headers: (await newUser()).headers }
    const rename = (headers: Record<string, string>, name: string, ofId = id) =>
      call(`PATCH /api/session/passkeys/${ofId}`, { headers, body: { name } })
    assert.equal((await rename(user.headers, ' Work phone ')).body.name, 'Work phone')
    assert.equal((await rename(user.headers, ' ')).body.errors[0].field, 'name')
    for (const other of [id, newId(), 'x'])
      assert.equal((await rename(stranger.headers, 'Mine', other)).body.code, 'passkey_not_found')
    const { headers } = stranger
    const removed = await call(`DELETE /api/session/passkeys/${id}`, { headers })
    assert.equal(removed.body.code, 'passkey_not_found')
    assert.deepEqual(
      (await list(user)).map((each: { name: string }) => each.name),
      ['Work phone'],
    )
  })

  test('removing one ends the sessions that it started, notifies the user and records it', async () => {
    const user = await newUser()
    const { passkey, id } = await add(user)
    const withPasskey = toUser(await signIn(passkey))
    const removed = await call(`DELETE /api/session/passkeys/${id}`, { headers: user.headers })
    assert.equal(removed.status, 204)
    assert.equal((await call('GET /api/session', withPasskey)).status, 401)
    assert.equal((await call('GET /api/session', { headers: user.headers })).status, 200)
    assert.equal((await subjectsTo(user.email)).at(-1), 'A passkey was removed from your account')
    assert.equal((await readAudit(user.membershipId)).at(-1), 'member.passkey_removed')
  })

  test('are removed by the operator, which ends all sessions', async () => {
    const user = await newUser()
    const [first, second] = [await add(user), await add(user)]
    await assert.rejects(removePasskeys(context, { email: user.email, id: newId() }), {
      code: 'passkey_not_found',
    })
    const { removed } = await removePasskeys(context, { email: user.email, id: first.id })
    assert.deepEqual(
      removed.map((each) => each.id),
      [first.id],
    )
    assert.equal((await call('GET /api/session', { headers: user.headers })).status, 401)
    assert.equal((await signIn(first.passkey)).status, 401)
    assert.equal((await signIn(second.passkey)).status, 200)
    await removePasskeys(context, { email: user.email.toUpperCase() })
    assert.equal((await signIn(second.passkey)).status, 401)
    assert.equal((await removePasskeys(context, { email: user.email })).removed.length, 0)
    assert.equal((await subjectsTo(user.email)).at(-1), 'Passkeys were removed from your account')
    await assert.rejects(removePasskeys(context, { email: 'nobody@example.com' }), {
      code: 'user_not_found',
    })
  })
})

describe('an account that nobody has verified', () => {
  test('loses its passkeys and its authenticator app when its owner sets a password', async () => {
    let mails = 0
    const byMail = async (email: string) => {
      mails += 1
      await call('POST /api/auth/request-password-reset', { body: { email }, address: network() })
      const token = await waitForMailedToken(context, email, 'reset-password', mails)
      const body = { token, password: TEST_PASSWORD }
      assert.equal((await call('POST /api/auth/reset-password', { body })).status, 200)
    }
    const byOperator = async (email: string) => {
      await setPassword(context, { email, password: TEST_PASSWORD })
    }
    for (const set of [byMail, byOperator]) {
      const user = await newUser()
      const verify = (isVerified: boolean) =>
        context.directory
          .updateTable('users')
          .set({ email_verified: isVerified })
          .where('id', '=', user.userId)
          .execute()
      await verify(true)
      const { passkey } = await add(user, createAuthenticator(SITE, true))
      await set(user.email)
      assert.equal((await signIn(passkey)).status, 200)
      await turnOnSecondFactor(call, context, { ...user, ...toUser(await signIn(passkey)) })
      await verify(false)
      await set(user.email)
      assert.equal((await signIn(passkey)).body.code, 'invalid_passkey')
      assert.ok(await headersOf(user.email))
    }
  })
})
