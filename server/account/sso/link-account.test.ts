import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addMember } from '#account/users/add-member.ts'
import { createUser } from '#account/users/create-user.ts'
import { setPassword } from '#account/profile/set-password.ts'
import { newId } from '#lib/ids.ts'
import { readMailsTo, waitForMailedToken } from '#test/mails.ts'
import { TEST_PASSWORD } from '#test/session.ts'
import { openSso } from '#test/sso.ts'

const { context, call, openBrowser, open, openWorkspace, countSessions } = await openSso()

describe('an issuer that claims the address of an existing account', () => {
  test('gets no session, whoever is a member, until the owner connects the account', async () => {
    const { slug, issuer, scope } = await open()
    const email = `${newId()}@elsewhere.example`
    await createUser(scope, { email, password: TEST_PASSWORD, role: 'agent' })
    issuer.claims['email'] = email
    const attacker = openBrowser()
    assert.equal(await attacker.sso(slug), '/sso/link')
    assert.equal(await countSessions(email), 0)
    assert.equal((await attacker.ask('POST /api/auth/sso/link', {})).status, 401)
    const stranger = `${newId()}@example.com`
    await createUser(scope, { email: stranger, password: TEST_PASSWORD, role: 'admin' })
    await attacker.signIn(stranger)
    assert.equal((await attacker.ask('POST /api/auth/sso/link', {})).status, 401)
    await attacker.ask('POST /api/auth/sign-out', {})
    const owner = openBrowser()
    assert.equal(await owner.sso(slug, '/reports'), '/sso/link')
    assert.equal((await owner.ask('GET /api/auth/sso/link')).body.is_signed_in, false)
    await owner.signIn(email)
    assert.equal((await owner.ask('GET /api/auth/sso/link')).body.is_signed_in, true)
    const linked = await owner.ask('POST /api/auth/sso/link', {})
    assert.deepEqual([linked.status, linked.body], [200, { next: '/reports' }])
    assert.equal((await owner.ask('GET /api/session')).body.is_sso, true)
    assert.equal(await openBrowser().sso(slug), '/inbox')
  })

  test('lets the owner know by mail, in their language, that the account was connected', async () => {
    const { slug, issuer, scope } = await open()
    const email = `${newId()}@elsewhere.example`
    await createUser(scope, { email, password: TEST_PASSWORD, role: 'agent' })
    issuer.claims['email'] = email
    const owner = openBrowser()
    await owner.signIn(email)
    await owner.ask('PATCH /api/session/profile', { locale: 'hi' })
    await owner.sso(slug)
    assert.deepEqual(await readMailsTo(context, email), [])
    await owner.ask('POST /api/auth/sso/link', {})
    const [mail, ...others] = await readMailsTo(context, email)
    assert.equal(others.length, 0)
    assert.match(mail!.subject, /सिंगल साइन-ऑन से जोड़ा गया/)
    assert.match(mail!.text, /“Acme”/)
  })

  test('cannot connect an account whose owner was removed from the workspace since', async () => {
    const { slug, issuer, scope } = await open()
    const email = `${newId()}@elsewhere.example`
    const { membership } = await createUser(scope, {
      email,
      password: TEST_PASSWORD,
      role: 'agent',
    })
    issuer.claims['email'] = email
    const owner = openBrowser()
    assert.equal(await owner.sso(slug), '/sso/link')
    await owner.signIn(email)
    await scope.directory
      .updateTable('memberships')
      .set({ removed_at: new Date() })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', membership.id)
      .execute()
    const refused = await owner.ask('POST /api/auth/sso/link', {})
    assert.deepEqual([refused.status, refused.body.code], [403, 'sso_refused'])
    assert.deepEqual(await readMailsTo(context, email), [])
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_refused')
  })

  test('loses the link with an unverified account once the owner of the address takes it over', async () => {
    const takeOvers = [
      (email: string) => setPassword(context, { email, password: TEST_PASSWORD }),
      async (email: string) => {
        await call('POST /api/auth/request-password-reset', { body: { email } })
        const token = await waitForMailedToken(context, email, 'reset-password')
        const body = { token, password: TEST_PASSWORD }
        assert.equal((await call('POST /api/auth/reset-password', { body })).status, 200)
      },
    ]
    for (const takeOver of takeOvers) {
      const { slug, issuer, scope } = await open()
      const email = `${newId()}@elsewhere.example`
      await createUser(scope, { email, password: TEST_PASSWORD, role: 'agent' })
      const verify = (isVerified: boolean) =>
        context.directory
          .updateTable('users')
          .set({ email_verified: isVerified })
          .where('email', '=', email)
          .execute()
      await verify(false)
      issuer.claims['email'] = email
      const creator = openBrowser()
      await creator.sso(slug)
      await creator.signIn(email)
      assert.equal((await creator.ask('POST /api/auth/sso/link', {})).status, 200)
      await takeOver(email)
      assert.equal((await creator.ask('GET /api/session')).status, 401)
      assert.equal(await openBrowser().sso(slug), '/sso/link')
      // The link of a verified account stays.
      const owner = openBrowser()
      await owner.sso(slug)
      await owner.signIn(email)
      await owner.ask('POST /api/auth/sso/link', {})
      await setPassword(context, { email, password: TEST_PASSWORD })
      assert.equal(await openBrowser().sso(slug), '/inbox')
    }
  })

  test('learns nothing about accounts of other workspaces', async () => {
    const { slug, issuer } = await open()
    const other = (await openWorkspace()).scope
    const email = `${newId()}@elsewhere.example`
    await createUser(other, { email, password: TEST_PASSWORD, role: 'agent' })
    issuer.claims['email'] = email
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_refused')
    issuer.claims['email'] = 'nobody@elsewhere.example'
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_refused')
  })

  test('never gets into the other workspaces of a user, nor changes the account', async () => {
    const { slug, issuer, scope } = await open()
    const other = (await openWorkspace()).scope
    const email = `${newId()}@elsewhere.example`
    await createUser(other, { email, password: TEST_PASSWORD, role: 'admin' })
    await addMember(scope, { email, role: 'agent' })
    issuer.claims['email'] = email
    const owner = openBrowser()
    await owner.sso(slug)
    await owner.signIn(email)
    await owner.ask('POST /api/auth/sso/link', {})
    await openBrowser().signIn(email)
    const attacker = openBrowser()
    assert.equal(await attacker.sso(slug), '/inbox')
    const cookies = [...attacker.cookies.keys()]
    assert.ok(!cookies.some((cookie) => cookie.includes('device')), 'a known device has attempts')
    const session = (await attacker.ask('GET /api/session')).body
    assert.equal(session.workspace.id, scope.workspaceId)
    assert.equal(session.memberships.length, 1)
    const refused: [request: string, body: unknown, code: string][] = [
      ['POST /api/session/workspace', { workspace_id: other.workspaceId }, 'workspace_not_found'],
      ['PATCH /api/session/profile', { name: 'Somebody' }, 'sso_session'],
      ['POST /api/session/second-factor', { current_password: TEST_PASSWORD }, 'sso_session'],
      ['POST /api/session/passkeys/options', {}, 'sso_session'],
      ['POST /api/session/confirm', { password: TEST_PASSWORD }, 'sso_session'],
      ['POST /api/session/confirm/passkey/options', {}, 'sso_session'],
      [
        'POST /api/session/password',
        { current_password: TEST_PASSWORD, new_password: 'four other strange words' },
        'sso_session',
      ],
    ]
    for (const [request, body, code] of refused)
      assert.equal((await attacker.ask(request, body)).body.code, code, request)
    const listed = (await attacker.ask('GET /api/session/sessions')).body.data
    assert.equal(listed.length, 2)
    await attacker.ask('DELETE /api/session/sessions')
    assert.equal(await countSessions(email), 2)
    await other.directory
      .updateTable('memberships')
      .set({ removed_at: new Date() })
      .where('workspace_id', '=', scope.workspaceId)
      .where('user_id', '=', session.user.id)
      .execute()
    assert.equal((await attacker.ask('GET /api/session')).body.code, 'workspace_required')
  })
})
