import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import type { Call } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { forgetAttempts } from '#test/forget-attempts.ts'
import { readMailsTo, waitForMailedToken } from '#test/mails.ts'
import { signInTestMember } from '#test/session.ts'

const time = { now: Date.now() }
const opened = await openTestContext()
const context: Context = { ...opened.context, clock: { now: () => new Date(time.now) } }
const password = 'correct horse battery'
const next = 'another good password'
let call: Call
let scope: Scope

before(async () => {
  // Time only passes when a test moves the clock, so each test begins with unused rate limits.
  scope = (await createTestWorkspace(context)).scope
})

async function openMember() {
  await forgetAttempts(context)
  call = (await openTestApi(context)).call
  const member = await signInTestMember(call, scope)
  const { email } = (await call('GET /api/session', { headers: member.headers })).body.user
  return { ...member, email: email as string }
}

const ask = (email: string, headers = {}, address = '127.0.0.1') =>
  call('POST /api/auth/request-password-reset', { body: { email }, headers, address })
const reset = (token: string, to = next) =>
  call('POST /api/auth/reset-password', { body: { token, password: to } })
const signIn = (email: string, given: string) =>
  call('POST /api/auth/sign-in/email', { body: { email, password: given } })

describe('a forgotten password', () => {
  test('is reset with the mailed link, once, and every session ends', async () => {
    const { email, headers } = await openMember()
    assert.equal((await ask(email.toUpperCase())).status, 200)
    const token = await waitForMailedToken(context, email, 'reset-password')
    assert.equal((await signIn(email, password)).status, 200)
    assert.equal((await reset(token)).status, 200)
    assert.equal((await call('GET /api/session', { headers })).status, 401)
    assert.equal((await signIn(email, password)).status, 401)
    assert.equal((await signIn(email, next)).status, 200)
    const again = await reset(token, 'a third good password')
    assert.equal(again.status, 404)
    assert.equal(again.body.code, 'password_reset_not_found')
    assert.equal((await signIn(email, next)).status, 200)
    const told = await readMailsTo(context, email)
    assert.equal(told.at(-1)!.subject, 'Your password was changed')
  })

  test('is mailed about in the language of the profile', async () => {
    const { email, headers } = await openMember()
    await call('PATCH /api/session/profile', { headers, body: { locale: 'hi-IN' } })
    await ask(email)
    assert.equal(
      (await reset(await waitForMailedToken(context, email, 'reset-password'))).status,
      200,
    )
    assert.deepEqual(
      (await readMailsTo(context, email)).map(({ subject }) => subject),
      ['अपना पासवर्ड रीसेट करें', 'आपका पासवर्ड बदल गया है'],
    )
  })

  test('can be requested with the same response by anybody, known or not', async () => {
    const { email } = await openMember()
    const answers = [
      await ask(email),
      await ask(`${newId()}@example.com`),
      await ask('nonsense'),
      await ask("' or 1=1 --"),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, {})
    }
    await waitForMailedToken(context, email, 'reset-password')
  })

  test('has links that expire after an hour, and all of them when the first is used', async () => {
    const { email } = await openMember()
    await ask(email)
    const first = await waitForMailedToken(context, email, 'reset-password')
    await ask(email)
    const second = await waitForMailedToken(context, email, 'reset-password', 2)
    assert.notEqual(first, second)
    assert.equal((await reset(first)).status, 200)
    assert.equal((await reset(second)).status, 404)
    await ask(email)
    const third = await waitForMailedToken(context, email, 'reset-password', 3)
    time.now += 3_600_001
    assert.equal((await reset(third)).status, 404)
    assert.equal((await signIn(email, next)).status, 200)
  })

  test('is reset only once by two concurrent requests with the same link', async () => {
    const { email } = await openMember()
    await ask(email)
    const token = await waitForMailedToken(context, email, 'reset-password')
    const answers = await Promise.all([1, 2, 3].map((each) => reset(token, `password ${each} x`)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404])
  })

  test('is stored only as a hash of the token', async () => {
    const { email } = await openMember()
    await ask(email)
    const token = await waitForMailedToken(context, email, 'reset-password')
    const rows = await context.directory.selectFrom('verifications').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(token))
    assert.ok(JSON.stringify(rows).includes(hashSecret(token).toString('hex')))
  })

  test('is mailed about at most three times in a row, and the response does not reveal it', async () => {
    const { email } = await openMember()
    for (let i = 0; i < 5; i++) assert.equal((await ask(email)).status, 200)
    await waitForMailedToken(context, email, 'reset-password', 3)
    time.now += 3_600_000
    assert.equal((await ask(email)).status, 200)
    await waitForMailedToken(context, email, 'reset-password', 4)
    assert.equal((await readMailsTo(context, email)).length, 4)
  })

  test('is mailed about to its owner, however often strangers request it', async () => {
    const { email } = await openMember()
    const from = (network: number) => `10.0.${network}.1`
    for (let i = 0; i < 5; i++) await ask(email, {}, from(0))
    await waitForMailedToken(context, email, 'reset-password', 3)
    await ask(email, {}, '203.0.113.5')
    await waitForMailedToken(context, email, 'reset-password', 4)
    for (let network = 1; network < 40; network++) await ask(email, {}, from(network))
    const sent = 4 + 39
    await waitForMailedToken(context, email, 'reset-password', sent)
    await ask(email, {}, '203.0.114.5')
    const token = await waitForMailedToken(context, email, 'reset-password', sent + 1)
    assert.equal((await reset(token)).status, 200)
  })

  test('is mailed about to a known device in the network of a stranger', async () => {
    const { email } = await openMember()
    const signedIn = await signIn(email, password)
    const cookie = [signedIn.headers['set-cookie']].flat().map(String).at(-1)!.split(';', 1)[0]!
    for (let i = 0; i < 21; i++) await ask(email)
    await waitForMailedToken(context, email, 'reset-password', 3)
    assert.equal((await ask(email)).status, 429)
    assert.equal((await ask(email, { cookie })).status, 200)
    const token = await waitForMailedToken(context, email, 'reset-password', 4)
    assert.equal((await reset(token)).status, 200, 'a right link is not blocked either')
    assert.equal((await reset(token)).status, 429)
  })

  test('cannot be requested without limit by one address', async () => {
    await openMember()
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await ask(`${newId()}@example.com`)).status)
    assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429])
  })

  test('can neither be requested nor reset from another origin', async () => {
    const { email } = await openMember()
    const origin = { origin: 'https://evil.example' }
    assert.equal((await ask(email, origin)).body.code, 'cross_origin')
    const answer = await call('POST /api/auth/reset-password', {
      body: { token: 'x', password: next },
      headers: origin,
    })
    assert.equal(answer.body.code, 'cross_origin')
    assert.deepEqual(await readMailsTo(context, email), [])
  })

  test('cannot be reset to one that is too short or too long', async () => {
    const { email } = await openMember()
    await ask(email)
    const token = await waitForMailedToken(context, email, 'reset-password')
    for (const bad of ['short', 'x'.repeat(129)]) {
      const answer = await reset(token, bad)
      assert.equal(answer.status, 422)
      assert.equal(answer.body.errors[0].field, 'password')
    }
    assert.equal((await reset(token)).status, 200)
  })
})

describe('a member', () => {
  const change = (headers: Record<string, string>, current: string, to: string) =>
    call('POST /api/session/password', {
      headers,
      body: { current_password: current, new_password: to },
    })

  test('changes their password with the current one, and their other sessions end', async () => {
    const { email, headers, membershipId } = await openMember()
    const other = await signIn(email, password)
    const cookie = String([other.headers['set-cookie']].flat()[0]).split(';', 1)[0]!
    const wrong = await change(headers, 'wrong password', next)
    assert.equal(wrong.status, 422)
    assert.equal(wrong.body.errors[0].field, 'current_password')
    assert.equal((await change(headers, password, next)).status, 204)
    assert.equal((await call('GET /api/session', { headers })).status, 200)
    assert.equal((await call('GET /api/session', { headers: { cookie } })).status, 401)
    assert.equal((await signIn(email, password)).status, 401)
    assert.equal((await signIn(email, next)).status, 200)
    const log = await call('GET /api/developer/audit-log?action=member.password_changed', {
      headers,
    })
    assert.equal(log.body.data[0].target.id, membershipId)
    assert.ok(!log.text.includes(next))
  })

  test('cannot guess the current password without limit', async () => {
    const { headers } = await openMember()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await change(headers, 'wrong', next)).status)
    assert.deepEqual(statuses, [...Array<number>(10).fill(422), 429])
  })

  test('changes their name and language', async () => {
    const { headers } = await openMember()
    const patch = (body: object) => call('PATCH /api/session/profile', { headers, body })
    const answer = await patch({ name: '  Asha Rao ', locale: 'hi' })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.user.name, 'Asha Rao')
    assert.equal(answer.body.user.locale, 'hi')
    assert.equal((await patch({ locale: null })).body.user.locale, null)
    for (const bad of [{}, { name: '  ' }, { locale: 'nonsense' }, { email: 'x@example.com' }])
      assert.equal((await patch(bad)).status, 422)
  })
})

test('who left has no session, no admin role and no assignments', async () => {
  const { headers, membershipId, userId } = await openMember()
  await context.directory
    .updateTable('memberships')
    .set({ removed_at: new Date(time.now) })
    .where('id', '=', membershipId)
    .execute()
  const answer = await call('GET /api/session', { headers })
  assert.equal(answer.body.code, 'workspace_required')
  const other = (await createTestWorkspace(context)).scope
  await context.directory
    .insertInto('memberships')
    .values({
      workspace_id: other.workspaceId,
      id: newId(),
      user_id: userId,
      role: 'agent',
      created_at: new Date(time.now),
    })
    .execute()
  const session = (await call('GET /api/session', { headers })).body
  assert.equal(session.workspace.id, other.workspaceId)
  assert.equal(session.memberships.length, 1)
  const back = await call('POST /api/session/workspace', {
    headers,
    body: { workspace_id: scope.workspaceId },
  })
  assert.equal(back.status, 404)
})
