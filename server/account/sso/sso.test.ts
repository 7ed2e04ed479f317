import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addMember } from '#account/users/add-member.ts'
import { createUser } from '#account/users/create-user.ts'
import { disableUser } from '#account/users/disable-user.ts'
import { setPassword } from '#account/profile/set-password.ts'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import type { startIssuer } from '#test/issuer.ts'
import { readMailsTo, waitForMailedToken } from '#test/mails.ts'
import { TEST_PASSWORD } from '#test/session.ts'
import { openSso } from '#test/sso.ts'

const { context, call, openBrowser, open, openWorkspace, countSessions } = await openSso()
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** Reads the failed sign-ins in the audit log of a workspace, oldest first. */
async function readFailures({ workspaceId }: Scope): Promise<Record<string, unknown>[]> {
  const entries = await context.db
    .selectFrom('audit_entries')
    .select('data')
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', 'sso.sign_in_failed')
    .orderBy('id')
    .execute()
  return entries.map((entry) => entry.data)
}

describe('single sign-on', () => {
  test('makes the owner of an address of a verified domain a member, and signs them in again', async () => {
    const { slug, domain, issuer, scope } = await open()
    const browser = openBrowser()
    assert.equal(await browser.sso(slug, '/tickets?x=1'), '/tickets?x=1')
    const { body } = await browser.ask('GET /api/session')
    assert.equal(body.user.email, `ravi@${domain}`)
    assert.equal(body.workspace.id, scope.workspaceId)
    assert.equal(body.membership.role, 'agent')
    assert.equal(body.is_sso, true)
    const [asked] = issuer.requests.authorize
    assert.equal(asked?.['code_challenge_method'], 'S256')
    assert.equal(asked?.['response_type'], 'code')
    const again = openBrowser()
    assert.equal(await again.sso(slug), '/inbox')
    assert.equal((await again.ask('GET /api/session')).body.user.id, body.user.id)
    const entries = await context.db
      .selectFrom('audit_entries')
      .select(['action', 'data'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('actor_id', '=', body.membership.id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['member.joined', 'member.sso_linked', 'member.signed_in', 'member.signed_in'],
    )
    assert.equal(entries.at(-1)?.data['method'], 'sso')
  })

  test('only opens pages of the app afterwards', async () => {
    const { slug } = await open()
    for (const next of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/.//evil.example',
    ])
      assert.equal(await openBrowser().sso(slug, next), '/', next)
  })

  test('starts from a link of another site only after a click on a page of the app', async () => {
    const { slug } = await open()
    const start = `GET /api/auth/sso/start?workspace=${slug}&next=/tickets`
    for (const site of ['cross-site', 'same-site']) {
      const { headers } = await call(start, { headers: { 'sec-fetch-site': site } })
      assert.equal(headers['location'], `/sso?workspace=${slug}&next=%2Ftickets`)
      assert.equal(headers['set-cookie'], undefined)
    }
    const typed = await call(start, { headers: { 'sec-fetch-site': 'none' } })
    assert.match(String(typed.headers['location']), /^http:/)
  })

  test('is found by verified domain or workspace, whether or not an account exists', async () => {
    const { slug, domain } = await open()
    const find = async (body: unknown) =>
      (await call('POST /api/auth/sso/find', { body, headers: sameOrigin })).body.options
    const expected = [{ workspace: slug, label: 'Acme' }]
    assert.deepEqual(await find({ email: `nobody@${domain.toUpperCase()}` }), expected)
    assert.deepEqual(await find({ workspace: slug }), expected)
    assert.deepEqual(await find({ email: 'nobody@other.example' }), [])
    assert.deepEqual(await find({}), [])
  })

  test('gives roles by a claim at each sign-in, but keeps the last admin', async () => {
    const { slug, issuer, scope } = await open({
      role_claim: 'groups',
      role_values: { boss: 'admin' },
    })
    const role = async () => {
      const browser = openBrowser()
      assert.equal(await browser.sso(slug), '/inbox')
      return (await browser.ask('GET /api/session')).body.membership.role
    }
    issuer.claims['groups'] = ['staff', 'boss']
    assert.equal(await role(), 'admin')
    issuer.claims['groups'] = ['staff']
    assert.equal(await role(), 'agent')
    issuer.claims['groups'] = 'boss'
    assert.equal(await role(), 'admin')
    await scope.db
      .updateTable('memberships')
      .set({ role: 'agent' })
      .where('workspace_id', '=', scope.workspaceId)
      .where('user_id', 'in', (eb) =>
        eb.selectFrom('users').select('id').where('email', 'not like', 'ravi@%'),
      )
      .execute()
    issuer.claims['groups'] = []
    assert.equal(await role(), 'admin')
  })
})

describe('single sign-on refuses', () => {
  type Lie = (issuer: Awaited<ReturnType<typeof startIssuer>>) => void
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const lies: [name: string, lie: Lie, reason: string, detail?: string][] = [
    ['a wrong nonce', ({ claims }) => (claims['nonce'] = 'other'), 'invalid_answer', 'nonce'],
    [
      'a token of another issuer',
      ({ claims }) => (claims['iss'] = 'https://other.example'),
      'invalid_answer',
      'iss',
    ],
    ['a token for another client', ({ claims }) => (claims['aud'] = 'x'), 'invalid_answer', 'aud'],
    ['an expired token', ({ claims }) => (claims['exp'] = hourAgo), 'clock', 'exp'],
    [
      'a token signed by another key',
      (issuer) => (issuer.usesOtherKey = true),
      'invalid_answer',
      'invalid_response',
    ],
    ['a wrong state', ({ answer }) => (answer.state = 'x'), 'invalid_answer', 'invalid_response'],
    [
      'the answer of another issuer',
      ({ answer }) => (answer.iss = 'https://other.example'),
      'invalid_answer',
      'invalid_response',
    ],
    [
      'a refusal of the issuer',
      ({ answer }) => (answer.error = 'access_denied'),
      'issuer_error',
      'access_denied',
    ],
    [
      'a text of the issuer in place of a code',
      ({ answer }) => (answer.error = 'call +1 555 0100'),
      'issuer_error',
    ],
    [
      'a wrong client secret',
      ({ answer }) => (answer.tokenError = 'invalid_client'),
      'client_rejected',
      'invalid_client',
    ],
    ['a missing address', ({ claims }) => (claims['email'] = undefined), 'email_missing'],
    ['a text that is no address', ({ claims }) => (claims['email'] = 'a b@c'), 'email_missing'],
    ['a byte that cannot be stored', ({ claims }) => (claims['sub'] = 'a\0b'), 'invalid_answer'],
    ['an unverified address', ({ claims }) => (claims['email_verified'] = 0), 'email_unverified'],
    [
      'an address without a statement',
      ({ claims }) => (claims['email_verified'] = undefined),
      'email_unverified',
    ],
    [
      'a statement that is a text',
      ({ claims }) => (claims['email_verified'] = 'true'),
      'email_unverified',
    ],
    [
      'an unverified domain',
      ({ claims }) => (claims['email'] = 'ravi@unverified.example'),
      'not_member',
    ],
    [
      'a subdomain of the domain',
      ({ claims }) => (claims['email'] = `ravi@x.${String(claims['email']).split('@')[1]}`),
      'not_member',
    ],
  ]
  for (const [name, lie, reason, detail] of lies)
    test(`${name}, and the audit log has the reason`, async () => {
      const { slug, issuer, scope } = await open()
      lie(issuer)
      const browser = openBrowser()
      assert.equal(await browser.sso(slug), '/sso?reason=sso_refused')
      assert.equal((await browser.ask('GET /api/session')).status, 401)
      const [failure, ...others] = await readFailures(scope)
      assert.deepEqual([failure?.['reason'], failure?.['detail']], [reason, detail])
      assert.equal(others.length, 0)
      if (reason === 'not_member') assert.equal(failure?.['email'], issuer.claims['email'])
    })

  test('an answer in another browser, without a cookie, for another workspace, or a second time', async () => {
    const { slug, issuer } = await open()
    const over = '/sso?reason=sso_attempt_not_found'
    const attacker = openBrowser()
    const callback = await attacker.visit(
      await attacker.ask(`GET /api/auth/sso/start?workspace=${slug}`),
    )
    const victim = openBrowser()
    assert.equal((await victim.ask(`GET ${callback}`)).headers['location'], over)
    await victim.ask(`GET /api/auth/sso/start?workspace=${slug}`)
    const mixed = await victim.ask(`GET ${callback}`)
    assert.equal(mixed.headers['location'], '/sso?reason=sso_refused')
    const other = await open()
    const elsewhere = callback.replace(/callback\/[^?]+/, `callback/${other.scope.workspaceId}`)
    const kept = new Map(attacker.cookies)
    assert.equal((await attacker.ask(`GET ${elsewhere}`)).headers['location'], over)
    for (const [cookieName, value] of kept) attacker.cookies.set(cookieName, value)
    assert.equal((await attacker.ask(`GET ${callback}`)).headers['location'], '/')
    for (const [cookieName, value] of kept) attacker.cookies.set(cookieName, value)
    const tokens = issuer.requests.token.length
    assert.equal((await attacker.ask(`GET ${callback}`)).headers['location'], over)
    assert.equal(issuer.requests.token.length, tokens)
  })

  test('disabled users and former members', async () => {
    const { slug, domain, scope, admin } = await open()
    const email = `ravi@${domain}`
    const browser = openBrowser()
    await browser.sso(slug)
    const { membership } = (await browser.ask('GET /api/session')).body
    await disableUser(context, { email, isDisabled: true })
    assert.equal(await openBrowser().sso(slug), '/sso?reason=invalid_credentials')
    assert.equal((await readFailures(scope)).at(-1)?.['reason'], 'disabled')
    await disableUser(context, { email, isDisabled: false })
    const removed = await call(`DELETE /api/developer/members/${membership.id}`, {
      headers: admin.headers,
    })
    assert.equal(removed.status, 204, removed.text)
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_refused')
    assert.equal(await countSessions(email), 0)
    assert.equal((await readFailures(scope)).at(-1)?.['reason'], 'former_member')
  })
})

describe('the audit log', () => {
  test('has at most ten failures of a reason per hour, counts the others, and shows no token', async () => {
    const { slug, issuer, scope } = await open()
    issuer.answer.tokenError = 'invalid_client'
    for (let i = 0; i < 12; i++) await openBrowser().sso(slug)
    issuer.answer = {}
    issuer.claims['email'] = 'nobody@unverified.example'
    await openBrowser().sso(slug)
    const failures = await readFailures(scope)
    assert.deepEqual(
      failures.map(({ reason, more }) => [reason, more]),
      [
        ...Array.from({ length: 9 }, () => ['client_rejected', undefined]),
        ['client_rejected', 2],
        ['not_member', undefined],
      ],
    )
    assert.match(String(failures.at(-1)?.['address']), /^10\.1\./)
    const { code, client_secret: secret } = issuer.requests.token.at(-1)!
    for (const given of [code, secret, 'eyJ', 'the client secret'])
      assert.ok(given === undefined || !JSON.stringify(failures).includes(given))
  })

  test('shows an issuer that does not respond', async () => {
    const { slug, issuer, scope, configure } = await open()
    await configure({ label: 'Not cached' })
    issuer.answer.redirect = 'http://127.0.0.1:1/'
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_unavailable')
    assert.equal((await readFailures(scope))[0]?.['reason'], 'issuer_unavailable')
  })
})

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
        context.db
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
    await other.db
      .updateTable('memberships')
      .set({ removed_at: new Date() })
      .where('workspace_id', '=', scope.workspaceId)
      .where('user_id', '=', session.user.id)
      .execute()
    assert.equal((await attacker.ask('GET /api/session')).body.code, 'workspace_required')
  })
})
