import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { hashSecret } from '#lib/api-key-format.ts'
import { APPS_PER_MEMBER_MAX } from '#shared/connected-apps.ts'
import { openTestApi } from '#test/app.ts'
import { createCall } from '#test/call.ts'
import { createAnswerCheck } from '#test/check-answer.ts'
import { errorOf, LIST_TOOLS, openAppTests, READ, readAppAudit } from '#test/app-tests.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { answerApp, registerApp } from '#test/oauth-app.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { exchangeCode } from './exchange-code.ts'

const { context } = await openTestContext()
const { call, app: api } = await openTestApi(context)
const { setUp, setUpApp, isUsable, later } = openAppTests(context, call)

const show = (headers: Record<string, string>, query: string) =>
  call(`GET /api/app/authorization?query=${encodeURIComponent(query)}`, { headers })

describe('the metadata', () => {
  test('lead from /mcp to the authorization server', async () => {
    const { publicUrl } = context.config
    const { headers, status } = await call('POST /mcp', { body: LIST_TOOLS })
    assert.equal(status, 401)
    const challenge = String(headers['www-authenticate'])
    const [, address] = /resource_metadata="([^"]+)"/.exec(challenge)!
    const resource = await call(`GET ${address!.slice(publicUrl.length)}`)
    assert.equal(resource.body.resource, `${publicUrl}/mcp`)
    assert.deepEqual(resource.body.authorization_servers, [publicUrl])
    const root = await call('GET /.well-known/oauth-protected-resource')
    assert.deepEqual(root.body, resource.body)
    const { body: server } = await call('GET /.well-known/oauth-authorization-server')
    assert.equal(server.issuer, publicUrl)
    assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
    assert.equal(server.client_id_metadata_document_supported, true)
    assert.equal(server.authorization_response_iss_parameter_supported, true)
    for (const name of ['token', 'revocation', 'registration']) {
      const path = (server[`${name}_endpoint`] as string).slice(publicUrl.length)
      assert.equal((await call(`POST ${path}`, { body: {} })).status, 400, path)
    }
    const api = await call('GET /api/v1/me')
    assert.equal(api.headers['www-authenticate'], 'Bearer')
  })
})

describe('the request of an app', () => {
  test('that is longer than the server accepts is refused', async () => {
    const request = `GET /api/app/authorization?query=${'x'.repeat(20_000)}`
    const overHttp = createCall(await api.listen({ host: '127.0.0.1', port: 0 }))
    const answer = await overHttp(request)
    assert.deepEqual([answer.status, answer.body.code], [431, 'headers_too_large'])
    createAnswerCheck(api)(request, answer)
  })

  test('is shown with its name, its host and what the role of the member can give', async () => {
    const agent = await setUp('agent')
    const app = await registerApp(call, '  Desk\u202E\n assistant ')
    const { body } = await show(agent.member.headers, app.query())
    assert.deepEqual(
      { ...body, scopes: undefined },
      {
        name: 'Desk assistant',
        host: null,
        redirect_host: 'localhost:7777',
        is_local: true,
        scopes: undefined,
        refusal: null,
      },
    )
    assert.deepEqual(
      body.scopes.filter((each: any) => !each.can_grant).map((each: any) => each.scope),
      ['webhooks:read', 'messages:write'],
    )
    const plain = await show(agent.member.headers, app.query({ scope: undefined }))
    assert.deepEqual(
      plain.body.scopes.map((each: any) => each.scope),
      READ,
    )
  })

  test('never leads the browser to an address that is not one of the app', async () => {
    const { member } = await setUp()
    const app = await registerApp(call)
    const wrong = [
      'https://evil.example/callback',
      'http://localhost:7777/callback/../evil',
      'http://localhost:7777/other',
      'http://localhost.evil.example:7777/callback',
      'http://localhost:7777@evil.example/callback',
      'http://127.0.0.1:7777/callback',
      'http://localhost:7777/callback#x',
      undefined,
    ]
    for (const redirect_uri of wrong) {
      const query = app.query({ redirect_uri })
      const shown = await show(member.headers, query)
      assert.equal(shown.body.code, 'app_refused', `${redirect_uri}`)
      for (const scopes of [READ, []]) {
        const answered = await answerApp(call, member, query, scopes)
        assert.equal(answered.body.code, 'app_refused', `${redirect_uri}`)
      }
    }
    // A program on the user's machine gets its port from the operating system.
    const free = await show(
      member.headers,
      app.query({ redirect_uri: 'http://localhost:41234/callback' }),
    )
    assert.equal(free.body.redirect_host, 'localhost:41234')
    const twice = `${app.query()}&redirect_uri=https%3A%2F%2Fevil.example%2F`
    assert.equal((await show(member.headers, twice)).body.code, 'app_refused')
  })

  test('with another mistake reports it to the app, with the state and our name', async () => {
    const { member } = await setUp()
    const app = await registerApp(call)
    const mistakes = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ scope: 'admin *' }, 'invalid_scope'],
    ] as const
    for (const [changes, error] of mistakes) {
      const { body } = await show(member.headers, app.query(changes))
      assert.equal(body.refusal.error, error)
      const { searchParams } = new URL(body.refusal.return_url)
      assert.equal(searchParams.get('error'), error)
      assert.equal(searchParams.get('state'), 'xyz')
      assert.equal(searchParams.get('iss'), context.config.publicUrl)
      const answered = await answerApp(call, member, app.query(changes), READ)
      assert.equal(answered.body.code, 'app_refused')
    }
    const right = app.query({ resource: context.config.publicUrl.toUpperCase() + '/mcp' })
    assert.equal((await show(member.headers, right)).body.refusal, null)
  })

  test('is refused by the member with access_denied', async () => {
    const { scope, member } = await setUp()
    const app = await registerApp(call)
    const { body } = await answerApp(call, member, app.query(), [])
    const { searchParams } = new URL(body.return_url)
    assert.equal(searchParams.get('error'), 'access_denied')
    assert.equal(searchParams.get('code'), null)
    assert.deepEqual(await readAppAudit(scope), [])
  })

  test('gives no scope for which it did not ask, and that the member cannot give', async () => {
    const { member } = await setUp('agent')
    const app = await registerApp(call)
    for (const extra of ['messages:write', 'webhooks:read', 'tickets:write']) {
      const answer = await answerApp(call, member, app.query(), [...READ, extra])
      assert.equal(answer.status, 422, extra)
      assert.equal(answer.body.errors[0].field, 'scopes')
    }
    assert.equal((await answerApp(call, member, app.query(), ['admin'])).status, 422)
  })

  test('needs a session of the workspace that the member saw, a page of ours, and a fresh proof', async () => {
    const { scope, member } = await setUp()
    const { scope: other } = await createTestWorkspace(context)
    const app = await registerApp(call)
    const key = await createTestKey(scope, ['*'])
    const query = app.query()
    const body = { query, scopes: READ, workspace_id: scope.workspaceId }
    const path = 'POST /api/app/authorization'
    assert.equal((await call(path, { body })).status, 401)
    assert.equal((await call(path, { body, key })).status, 401)
    const foreign = { ...member.headers, 'sec-fetch-site': 'cross-site' }
    assert.equal((await call(path, { body, headers: foreign })).body.code, 'cross_origin')
    const changed = { ...body, workspace_id: other.workspaceId }
    const answer = await call(path, { body: changed, headers: member.headers })
    assert.equal(answer.body.code, 'workspace_changed')
    await context.directory
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', member.userId)
      .execute()
    const stale = await call(path, { body, headers: member.headers })
    assert.equal(stale.body.code, 'confirmation_required')
  })
})

describe('a code', () => {
  test('is exchanged only with the verifier, the client and the address of the request', async () => {
    const { member, scope } = await setUp()
    const [app, other] = [await registerApp(call, 'One'), await registerApp(call, 'Two')]
    const code = await app.getCode(member, READ)
    const wrong = [
      [{ code_verifier: 'x'.repeat(43) }, '400 invalid_grant'],
      [{ code_verifier: undefined }, '400 invalid_request'],
      [{ client_id: other.clientId }, '400 invalid_grant'],
      [{ client_id: undefined }, '400 invalid_request'],
      [{ redirect_uri: 'http://localhost:7778/callback' }, '400 invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, '400 invalid_target'],
      [{ grant_type: 'password' }, '400 unsupported_grant_type'],
      [{ code: `${code}x` }, '400 invalid_grant'],
    ] as const
    for (const [changes, error] of wrong)
      assert.equal(errorOf(await app.exchange(code, changes)), error, JSON.stringify(changes))
    assert.equal(errorOf(await other.exchange(code)), '400 invalid_grant')
    assert.deepEqual(await readAppAudit(scope), [])
    const right = await app.exchange(code, { redirect_uri: undefined })
    assert.equal(right.status, 200)
    assert.equal(right.headers['cache-control'], 'no-store')
    assert.equal(right.body.expires_in, 3_600)
    assert.equal(right.body.scope, READ.join(' '))
  })

  test('expires after a minute', async () => {
    const { member } = await setUp()
    const app = await registerApp(call)
    const code = await app.getCode(member, READ)
    const given = { code, clientId: app.clientId, verifier: app.verifier, redirectUri: undefined }
    await assert.rejects(exchangeCode(later(60_500), given), { code: 'invalid_grant' })
    assert.equal((await app.exchange(code)).status, 200)
  })

  test('is exchanged once, also at the same time; the second use ends the app', async () => {
    const { member, scope } = await setUp()
    const app = await registerApp(call)
    const code = await app.getCode(member, READ)
    const answers = await Promise.all(Array.from({ length: 6 }, () => app.exchange(code)))
    const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => body)
    assert.equal(tokens.length, 1)
    assert.equal(await isUsable(tokens[0].access_token), false)
    assert.equal(errorOf(await app.refresh(tokens[0].refresh_token)), '400 invalid_grant')
    assert.deepEqual(await readAppAudit(scope), ['app.connected', 'app.misused'])
  })

  test('and tokens are stored only as hashes', async () => {
    const { app, member, tokens } = await setUpApp()
    const code = await app.getCode(member, READ)
    const rows = JSON.stringify([
      await context.directory.selectFrom('app_codes').selectAll().execute(),
      await context.directory.selectFrom('app_tokens').selectAll().execute(),
    ])
    for (const secret of [code, tokens.access_token, tokens.refresh_token])
      assert.ok(!rows.includes(secret))
    const stored = await context.directory
      .selectFrom('app_tokens')
      .select('kind')
      .where('hash', 'in', [tokens.access_token, tokens.refresh_token].map(hashSecret))
      .execute()
    assert.deepEqual(stored.map(({ kind }) => kind).toSorted(), ['access', 'refresh'])
  })

  test('of a member who was removed meanwhile is worthless', async () => {
    const { member, scope } = await setUp('agent')
    const admin = await signInTestMember(call, scope)
    const app = await registerApp(call)
    const code = await app.getCode(member, READ)
    await call(`DELETE /api/developer/members/${member.membershipId}`, { headers: admin.headers })
    assert.equal(errorOf(await app.exchange(code)), '400 invalid_grant')
  })

  test('that is exchanged while the member is removed waits, and is worthless', async () => {
    const { member, scope } = await setUp('agent')
    const app = await registerApp(call)
    const code = await app.getCode(member, READ)
    const exchanged = await context.directory.transaction().execute(async (removal) => {
      await removal
        .updateTable('memberships')
        .set({ removed_at: new Date() })
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', member.membershipId)
        .execute()
      const answer = app.exchange(code)
      await waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(
          context.directory,
        )
        return rows.length > 0
      })
      return { answer }
    })
    assert.equal(errorOf(await exchanged.answer), '400 invalid_grant')
  })

  test('for one app too many ends the one that was used least recently', async () => {
    const { member, app, tokens } = await setUpApp()
    for (let count = 1; count < APPS_PER_MEMBER_MAX; count++)
      assert.equal((await app.exchange(await app.getCode(member, READ))).status, 200)
    const list = async () =>
      (await call('GET /api/app/connected-apps?limit=100', { headers: member.headers })).body.data
    const [oldest, next] = (await list()).toReversed()
    await context.directory
      .updateTable('api_keys')
      .set({ last_used_at: new Date(Date.now() + 1_000) })
      .where('workspace_id', '=', member.workspaceId)
      .where('id', '=', oldest.id)
      .execute()
    const before = await list()
    assert.equal(before.length, APPS_PER_MEMBER_MAX)
    assert.equal((await app.exchange(await app.getCode(member, READ))).status, 200)
    const ids = new Set((await list()).map((each: any) => each.id))
    assert.equal(ids.size, APPS_PER_MEMBER_MAX)
    const ended = before.filter((each: any) => !ids.has(each.id))
    assert.deepEqual(
      ended.map((each: any) => each.id),
      [next.id],
    )
    assert.ok(await isUsable(tokens.access_token))
  })
})
