import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { readMailsTo } from '#test/mails.ts'
import { signInTestMember } from '#test/session.ts'
import { disableUser } from './disable-user.ts'
import { endSessions } from './end-sessions.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const password = 'correct horse battery'

async function openMember() {
  const { scope } = await createTestWorkspace(context)
  const admin = await signInTestMember(call, scope)
  const member = await signInTestMember(call, scope, 'agent')
  const { email } = (await call('GET /api/session', { headers: member.headers })).body.user
  const signIn = () => call('POST /api/auth/sign-in/email', { body: { email, password } })
  const statusOf = async (headers: Record<string, string>) =>
    (await call('GET /api/session', { headers })).status
  return { admin, member, email: email as string, signIn, statusOf }
}

test('a disabled user has no session and cannot sign in until they are enabled', async () => {
  const { admin, member, email, signIn, statusOf } = await openMember()
  const { endedSessions } = await disableUser(context, { email, isDisabled: true })
  assert.equal(endedSessions, 1)
  assert.equal(await statusOf(member.headers), 401)
  const refused = await signIn()
  assert.equal(refused.status, 401)
  assert.equal(refused.body.code, 'invalid_credentials')
  assert.equal(refused.headers['set-cookie'], undefined)
  const reset = await call('POST /api/auth/request-password-reset', { body: { email } })
  assert.equal(reset.status, 200)
  assert.equal((await disableUser(context, { email, isDisabled: true })).endedSessions, 0)
  const log = await call('GET /api/developer/audit-log?action=member.disabled', {
    headers: admin.headers,
  })
  assert.deepEqual(
    log.body.data.map((each: { target: { id: string } }) => each.target.id),
    [member.membershipId],
  )
  await disableUser(context, { email, isDisabled: false })
  assert.equal((await signIn()).status, 200)
  assert.deepEqual(await readMailsTo(context, email), [])
})

test('a disabled user accepts no invitation, which can be accepted later', async () => {
  const { member, email } = await openMember()
  const { headers } = await signInTestMember(call, (await createTestWorkspace(context)).scope)
  const body = { email, role: 'agent' }
  const invited = await call('POST /api/developer/invitations', { headers, body })
  const token = String(invited.body.link).split('#')[1]
  const accept = () => call('POST /api/auth/accept-invitation', { body: { token, password } })
  await disableUser(context, { email, isDisabled: true })
  const refused = await accept()
  assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_credentials'])
  await disableUser(context, { email, isDisabled: false })
  const accepted = await accept()
  assert.deepEqual([accepted.status, accepted.body.user?.id], [200, member.userId])
})

test('all sessions of one user can be ended, and others stay', async () => {
  const { admin, member, email, signIn, statusOf } = await openMember()
  assert.equal((await signIn()).status, 200)
  assert.equal(await endSessions(context, email.toUpperCase()), 2)
  assert.equal(await statusOf(member.headers), 401)
  assert.equal(await statusOf(admin.headers), 200)
  await assert.rejects(endSessions(context, 'nobody@example.com'), { code: 'user_not_found' })
})
