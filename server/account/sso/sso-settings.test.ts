import assert from 'node:assert/strict'
import { promises as dns } from 'node:dns'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { setPassword } from '#account/profile/set-password.ts'
import { createUser } from '#account/users/create-user.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { startIssuer } from '#test/issuer.ts'
import { raceWith } from '#test/race-with.ts'
import { signInTestMember, TEST_PASSWORD } from '#test/session.ts'
import { openSso } from '#test/sso.ts'
import { addDomain, verifyDomain } from './domains.ts'
import { requireSso } from './require-sso.ts'

const { context, call, fromAnywhere, openBrowser, open, countSessions } = await openSso()

describe('a confirmation of a session of single sign-on', () => {
  const confirm = async (browser: ReturnType<typeof openBrowser>) => {
    const started = await browser.ask('GET /api/session/sso/confirm?next=/settings/sso')
    return String((await browser.ask(`GET ${await browser.visit(started)}`)).headers['location'])
  }
  const isFresh = async (browser: ReturnType<typeof openBrowser>) =>
    (await browser.ask('GET /api/session/confirm')).status === 204

  test('needs a new sign-in of the same user at the issuer', async () => {
    const { slug, issuer, scope } = await open()
    const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago
    const browser = openBrowser()
    await browser.sso(slug)
    assert.equal(await isFresh(browser), false)
    assert.equal(await confirm(browser), '/sso?reason=sso_refused')
    issuer.claims['auth_time'] = seconds(3600)
    assert.equal(await confirm(browser), '/sso?reason=sso_refused')
    const { rows } = await sql`select data->>'reason' as reason from audit_entries
      where workspace_id = ${scope.workspaceId} and action = 'sso.sign_in_failed'`.execute(scope.db)
    assert.deepEqual(rows, [{ reason: 'not_asked_again' }, { reason: 'not_asked_again' }])
    issuer.claims['auth_time'] = seconds(0)
    Object.assign(issuer.claims, { sub: 'other', email: 'other@elsewhere.example' })
    assert.equal(await confirm(browser), '/sso?reason=sso_refused')
    assert.equal(await isFresh(browser), false)
    issuer.claims['sub'] = 'ravi'
    assert.equal(await confirm(browser), '/settings/sso')
    assert.equal(await isFresh(browser), true)
    const asked = issuer.requests.authorize.at(-1)
    assert.deepEqual([asked?.['prompt'], asked?.['max_age']], ['login', '0'])
  })

  test('is not needed right after the user entered their credentials there', async () => {
    const { slug, issuer } = await open()
    issuer.claims['auth_time'] = Math.floor(Date.now() / 1000)
    const browser = openBrowser()
    await browser.sso(slug)
    assert.equal(await isFresh(browser), true)
  })
})

describe('a workspace that requires single sign-on', () => {
  test('refuses other sessions, and only a session of its issuer can require it', async () => {
    const { slug, issuer, scope, admin } = await open({
      role_claim: 'sub',
      role_values: { ravi: 'admin' },
    })
    const require = { is_required: true }
    const early = await call('PATCH /api/developer/sso/required', {
      headers: admin.headers,
      body: require,
    })
    assert.equal(early.body.code, 'sso_session_required')
    issuer.claims['auth_time'] = Math.floor(Date.now() / 1000)
    const browser = openBrowser()
    await browser.sso(slug)
    assert.equal((await browser.ask('PATCH /api/developer/sso/required', require)).status, 204)
    assert.equal((await browser.ask('GET /api/v1/tags')).status, 200)
    const refused = await call('GET /api/v1/tags', { headers: admin.headers })
    assert.deepEqual([refused.status, refused.body.code], [403, 'sso_required'])
    const session = await call('GET /api/session', { headers: admin.headers })
    assert.equal(session.body.must_use_sso, true)
    await requireSso(scope, { isRequired: false, ssoWorkspaceId: null })
    assert.equal((await call('GET /api/v1/tags', { headers: admin.headers })).status, 200)
  })
})

describe('an account', () => {
  test('is not connected by a session that a password reset has ended meanwhile', async () => {
    const { slug, issuer, scope } = await open()
    const email = `${newId()}@elsewhere.example`
    const { user } = await createUser(scope, { email, password: TEST_PASSWORD, role: 'agent' })
    issuer.claims['email'] = email
    const browser = openBrowser()
    await browser.sso(slug)
    await browser.signIn(email)
    const answer = await raceWith(
      context,
      user.id,
      (tx) => setPassword(tx, { email, password: 'another horse battery' }),
      () => browser.ask('POST /api/auth/sso/link', {}),
    )
    assert.equal(answer.status, 401, answer.text)
    assert.equal(await countSessions(email), 0)
    assert.equal(await openBrowser().sso(slug), '/sso/link')
  })
})

describe('the settings of single sign-on', () => {
  test('refuse an issuer that cannot be used, or that has a private address', async () => {
    const { configure, issuer, scope } = await open()
    const strict = fromAnywhere(
      (
        await openTestApi({
          ...context,
          config: { ...context.config, allowLocalWebhooks: false },
        })
      ).call,
    )
    const admin = await signInTestMember(strict, scope)
    const body = {
      client_id: 'parley',
      label: 'Acme',
      default_role: 'agent',
      role_claim: null,
      role_values: {},
    }
    const before = issuer.requests.token.length
    for (const url of [
      issuer.url,
      'https://10.0.0.1',
      'https://localhost',
      'https://[::1]',
      'http://example.com',
      'ftp://example.com',
      'https://example.com/?a=1',
    ]) {
      const answer = await strict('PATCH /api/developer/sso', {
        headers: admin.headers,
        body: { ...body, issuer: url },
      })
      assert.equal(answer.status, 422, url)
      assert.equal(answer.body.errors[0].field, 'issuer')
    }
    assert.equal(issuer.requests.token.length, before)
    issuer.answer.redirect = 'http://127.0.0.1:1/'
    const redirected = await configure({ client_id: 'other' })
    assert.equal(redirected.status, 422, redirected.text)
    issuer.answer = {}
    assert.equal((await configure({ issuer: `${issuer.url}/other` })).status, 422)
  })

  test('are for admins, keep a secret that is not sent again, and end sessions of a former client', async () => {
    const { configure, slug, scope, issuer } = await open()
    const agent = await signInTestMember(call, scope, 'agent')
    assert.equal((await call('GET /api/developer/sso', { headers: agent.headers })).status, 403)
    const kept = await configure({ client_secret: undefined, label: 'Other' })
    assert.equal(kept.body.connection.has_client_secret, true)
    const browser = openBrowser()
    assert.equal(await browser.sso(slug), '/inbox')
    await configure({ label: 'Third' })
    assert.equal((await browser.ask('GET /api/session')).status, 200)
    await configure({ client_id: 'another client' })
    assert.equal((await browser.ask('GET /api/session')).status, 401)
    assert.equal(await openBrowser().sso(slug), '/inbox')
    assert.equal(issuer.requests.authorize.at(-1)?.['client_id'], 'another client')
  })

  test('never send the stored secret to another issuer', async () => {
    const { configure } = await open()
    const other = await startIssuer()
    const stored = await configure({ issuer: other.url, client_secret: undefined })
    assert.equal(stored.status, 422)
    assert.equal(stored.body.errors[0].field, 'client_secret')
    assert.equal((await configure({ issuer: other.url, client_secret: 'another' })).status, 200)
  })

  test('keep a policy that changes while the issuer is asked', async () => {
    const { configure, issuer, scope, slug } = await open()
    const required = { isRequired: true, ssoWorkspaceId: scope.workspaceId }
    issuer.meanwhile.metadata = () => requireSso(scope, required)
    assert.equal((await configure({ label: 'Other' })).body.connection.is_required, true)
    issuer.meanwhile = {}
    assert.equal(await openBrowser().sso(slug), '/inbox')
  })

  test('leave no session of a former client, even if its answer was under way', async () => {
    const { configure, issuer, slug, domain } = await open()
    issuer.meanwhile.token = () => configure({ client_id: 'another client' })
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_attempt_not_found')
    assert.equal(await countSessions(`ravi@${domain}`), 0)
  })

  test('can be removed, which ends the sessions', async () => {
    const { slug, admin } = await open()
    const browser = openBrowser()
    await browser.sso(slug)
    const removed = await call('DELETE /api/developer/sso', { headers: admin.headers })
    assert.equal(removed.status, 204)
    assert.equal((await browser.ask('GET /api/session')).status, 401)
    assert.equal(await openBrowser().sso(slug), '/sso?reason=sso_not_found')
  })

  test('verify a domain by its TXT record, for one workspace', async (t) => {
    const { scope, admin } = await open()
    const domain = `${newId()}.example`
    const added = await call('POST /api/developer/sso/domains', {
      headers: admin.headers,
      body: { domain },
    })
    assert.equal(added.status, 201, added.text)
    const { record } = added.body.domains.find((each: { domain: string }) => each.domain === domain)
    assert.match(record, /^parley-verification=.{20,}$/)
    const wrong = verifyDomain(scope, domain, () => Promise.resolve([['parley-verification=x']]))
    await assert.rejects(wrong, { code: 'domain_not_verified' })
    await assert.rejects(
      verifyDomain(scope, domain, () => Promise.reject(new Error('ENOTFOUND'))),
      { code: 'domain_not_verified' },
    )
    await verifyDomain(scope, domain, () =>
      Promise.resolve([['v=spf1'], [record.slice(0, 9), record.slice(9)]]),
    )
    const other = await open()
    const { headers } = other.admin
    const theirs = (await call('POST /api/developer/sso/domains', { headers, body: { domain } }))
      .body
    const txt = theirs.domains.find((each: { domain: string }) => each.domain === domain).record
    t.mock.method(dns.Resolver.prototype, 'resolveTxt', () => Promise.resolve([[txt]]))
    const path = `POST /api/developer/sso/domains/${domain}/verify`
    const taken = await call(path, { headers, body: {} })
    assert.deepEqual([taken.status, taken.body.code], [409, 'domain_taken'])
    await assert.rejects(addDomain(other.scope, { domain, isVerified: true }), {
      code: 'domain_taken',
    })
    const invalid = await call('POST /api/developer/sso/domains', {
      headers: admin.headers,
      body: { domain: 'no domain' },
    })
    assert.equal(invalid.status, 422)
  })
})
