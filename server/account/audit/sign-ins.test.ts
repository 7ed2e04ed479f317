import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endSessions } from '#account/users/end-sessions.ts'
import { addMember } from '#account/users/add-member.ts'
import { createUser } from '#account/users/create-user.ts'
import { disableUser } from '#account/users/disable-user.ts'
import { systemScope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { sessionCookieOf } from '#test/answer.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { forgetAttempts } from '#test/forget-attempts.ts'
import { signInTestMember, TEST_PASSWORD } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'

const { context } = await openTestContext()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A workspace with a signed-in admin who reads its audit log, and a member who signs in. */
async function open(minutesPerCall = 0) {
  await forgetAttempts(context)
  let now = Date.now()
  const timed = { ...context, clock: { now: () => new Date(now) } }
  const { call } = await openTestApi(timed)
  const { scope } = await createTestWorkspace(timed)
  const admin = await signInTestMember(call, scope)
  const email = `${newId()}@example.com`
  const { membership } = await createUser(scope, { email, password: TEST_PASSWORD, role: 'agent' })
  return {
    timed,
    call,
    scope,
    admin,
    email,
    membershipId: membership.id,
    pass: (minutes: number) => (now += minutes * 60_000),
    signIn: (password = TEST_PASSWORD) => {
      now += minutesPerCall * 60_000
      return call('POST /api/auth/sign-in/email', {
        body: { email, password },
        headers: { 'user-agent': FIREFOX },
      })
    },
    entries: async (action: string) => {
      const answer = await call(`GET /api/developer/audit-log?limit=100&action=${action}`, {
        headers: admin.headers,
      })
      assert.equal(answer.status, 200, answer.text)
      return (answer.body.data as Record<string, any>[]).filter(
        (entry) => entry['target'].id !== admin.membershipId,
      )
    },
  }
}

describe('the audit log of a workspace', () => {
  test('lists sign-ins with method, address, network and browser', async () => {
    const { signIn, entries, membershipId } = await open()
    assert.equal((await signIn()).status, 200)
    const [entry, ...others] = await entries('member.signed_in')
    assert.equal(others.length, 0)
    assert.deepEqual(entry?.['actor'].id, membershipId)
    assert.deepEqual(entry?.['data'], {
      method: 'password',
      address: '127.0.0.1',
      network: '127.0.0.0/24',
      user_agent: FIREFOX,
    })
  })

  test('lists failed sign-ins of its members, but never what was typed', async () => {
    const { signIn, entries, email, membershipId, call, timed } = await open()
    const typed = 'not the right password'
    assert.equal((await signIn(typed)).status, 401)
    await call('POST /api/auth/sign-in/email', {
      body: { email: 'nobody@example.com', password: typed },
    })
    const [entry, ...others] = await waitFor(async () => {
      const found = await entries('member.sign_in_failed')
      return found.length > 0 ? found : undefined
    })
    assert.equal(others.length, 0)
    assert.equal(entry?.['actor'].type, 'system')
    assert.equal(entry?.['target'].id, membershipId)
    assert.equal(entry?.['data'].email, email)
    assert.equal(entry?.['data'].reason, 'password')
    assert.equal(entry?.['data'].address, '127.0.0.1')
    assert.equal(entry?.['data'].user_agent, FIREFOX)
    assert.ok(!JSON.stringify(entry).includes(typed))
    await disableUser(timed, { email, isDisabled: true })
    assert.equal((await signIn()).status, 401)
    await waitFor(async () =>
      (await entries('member.sign_in_failed')).some(({ data }) => data.reason === 'disabled'),
    )
  })

  test('has at most ten entries per user and hour about failed sign-ins, and counts the others', async () => {
    const { signIn, entries, pass } = await open(1)
    const more = async () => (await entries('member.sign_in_failed'))[0]?.['data'].more ?? 0
    for (let i = 1; i <= 13; i++) {
      assert.equal((await signIn('wrong')).status, 401)
      await waitFor(async () => (await entries('member.sign_in_failed')).length >= Math.min(i, 10))
    }
    await waitFor(async () => (await more()) === 3)
    assert.equal((await entries('member.sign_in_failed')).length, 10)
    pass(60)
    await signIn('wrong')
    await waitFor(async () => (await entries('member.sign_in_failed')).length === 11)
    assert.equal(await more(), 0)
  })

  test('lists sign-outs and ended sessions', async () => {
    const { signIn, entries, call, email, timed } = await open()
    const sessions = [await signIn(), await signIn(), await signIn()].map(sessionCookieOf)
    const [own = '', other = ''] = sessions
    const as = (cookie: string) => ({ headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    await call('POST /api/auth/sign-out', { ...as(other), body: {} })
    await call('POST /api/auth/sign-out', { ...as(other), body: {} })
    assert.equal((await entries('member.signed_out')).length, 1)
    await call('DELETE /api/session/sessions', as(own))
    await call('DELETE /api/session/sessions', as(own))
    const [ended, ...more] = await entries('member.sessions_ended')
    assert.equal(more.length, 0)
    assert.deepEqual(ended?.['data'], { sessions: 1 })
    await endSessions(timed, email)
    const [byOperator] = await entries('member.sessions_ended_by_operator')
    assert.equal(byOperator?.['actor'].type, 'system')
    assert.equal(byOperator?.['data'].email, email)
  })

  test('lists wrong passwords of confirmations', async () => {
    const { signIn, entries, call } = await open()
    const headers = { cookie: sessionCookieOf(await signIn()), 'sec-fetch-site': 'same-origin' }
    const wrong = 'wrong horse battery'
    await call('POST /api/session/confirm', { headers, body: { password: wrong } })
    await call('POST /api/session/second-factor', { headers, body: { current_password: wrong } })
    await call('POST /api/session/password', {
      headers,
      body: { current_password: wrong, new_password: 'four other strange words' },
    })
    const found = await entries('member.confirmation_failed')
    assert.equal(found.length, 3)
    assert.ok(found.every((entry) => entry['data'].address === '127.0.0.1'))
    assert.ok(!JSON.stringify(found).includes(wrong))
  })

  test('shows the sign-in of a member of two workspaces in both', async () => {
    const { signIn, entries, email, timed, call } = await open()
    const other = (await createTestWorkspace(timed)).scope
    const admin = await signInTestMember(call, other)
    await addMember(systemScope(timed, other.workspaceId), { email, role: 'agent' })
    await signIn()
    assert.equal((await entries('member.signed_in')).length, 1)
    const { body } = await call('GET /api/developer/audit-log?action=member.signed_in', {
      headers: admin.headers,
    })
    assert.equal(body.data.length, 2)
  })

  test('lists exported reports', async () => {
    const { call, admin, entries } = await open()
    for (const report of ['messages', 'responses', 'tickets', 'leads', 'deliveries']) {
      const { status } = await call(`GET /api/v1/reports/${report}.csv`, { headers: admin.headers })
      assert.equal(status, 200)
      const [entry] = await entries('report.exported')
      assert.equal(entry?.['target'].id, report)
      assert.equal(entry?.['actor'].id, admin.membershipId)
    }
  })
})
