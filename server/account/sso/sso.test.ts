import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { disableUser } from '#account/users/disable-user.ts'
import type { Scope } from '#db/context.ts'
import type { startIssuer } from '#test/issuer.ts'
import { createTestKey } from '#test/factories.ts'
import { openSso } from '#test/sso.ts'

const { context, call, openBrowser, open, countSessions } = await openSso()
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

  test('gives custom roles and teams by claims at each sign-in', async () => {
    const { slug, issuer, scope } = await open({})
    const key = await createTestKey(scope, ['*'])
    const create = async (path: string, body: object) =>
      (await call(`POST /api/v1/${path}`, { key, body })).body.id
    const role = await create('roles', { name: 'Clerk', scopes: ['read'] })
    const [support, sales, other] = [
      await create('teams', { name: 'Support' }),
      await create('teams', { name: 'Sales' }),
      await create('teams', { name: 'Other' }),
    ]
    await scope.directory
      .updateTable('sso_connections')
      .set({
        role_claim: 'groups',
        role_values: JSON.stringify({ clerks: role }),
        team_claim: 'groups',
        team_values: JSON.stringify({ support: [support], sales: [sales, support] }),
      })
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    const membership = async () => {
      const browser = openBrowser()
      assert.equal(await browser.sso(slug), '/inbox')
      return (await browser.ask('GET /api/session')).body.membership
    }
    issuer.claims['groups'] = ['clerks', 'sales']
    const first = await membership()
    assert.deepEqual([first.role, first.team_ids], [role, [support, sales].toSorted()])
    await call(`PATCH /api/v1/teams/${other}`, { key, body: { member_ids: [first.id] } })
    issuer.claims['groups'] = ['support']
    const second = await membership()
    assert.deepEqual([second.role, second.team_ids], ['agent', [support, other].toSorted()])
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
    await scope.directory
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
  const inAnHour = hourAgo + 7200
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
    ['a token of the future', ({ claims }) => (claims['iat'] = inAnHour), 'clock', 'iat'],
    ['a user without an id', ({ claims }) => (claims['sub'] = ''), 'invalid_answer'],
    ['an id of spaces', ({ claims }) => (claims['sub'] = '  '), 'invalid_answer'],
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
