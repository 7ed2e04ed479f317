import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { disableUser } from '#account/users/disable-user.ts'
import { deleteExpired } from '#housekeeping/delete-expired.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { redactBody } from '#request-log/redact-body.ts'
import { APP_DAYS } from '#shared/connected-apps.ts'
import { openTestApi } from '#test/app.ts'
import {
  errorOf,
  LIST_TOOLS,
  MCP_HEADERS,
  openAppTests,
  READ,
  readAppAudit,
} from '#test/app-tests.ts'
import type { AppSetUp } from '#test/app-tests.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { registerApp } from '#test/oauth-app.ts'
import { signInTestMember } from '#test/session.ts'
import { refreshTokens } from './refresh-tokens.ts'

const { context } = await openTestContext()
const { app: api, call } = await openTestApi(context)
const { setUp, setUpApp, useMcp, isUsable, later } = openAppTests(context, call)

describe('an access token', () => {
  test('is valid only on /mcp, for its workspace, beside keys', async () => {
    const { tokens, scope } = await setUpApp([...READ, 'messages:draft'])
    assert.ok((await useMcp(tokens.access_token)).tools.includes('draft_reply'))
    assert.ok(await isUsable(await createTestKey(scope, ['*'])))
    for (const request of ['GET /api/v1/me', 'GET /api/v1/chats', 'GET /api/v1/events/stream']) {
      const answer = await call(request, { key: tokens.access_token })
      assert.equal(answer.status, 401, request)
      assert.equal(answer.body.code, 'invalid_api_key')
    }
    const session = await call('GET /api/session', { key: tokens.access_token })
    assert.equal(session.status, 401)
    for (const secret of [tokens.refresh_token, `mcp_access_${'x'.repeat(43)}`, 'mcp_access_'])
      assert.equal(await isUsable(secret), false)
    const { headers } = await useMcp(tokens.refresh_token)
    assert.match(
      String(headers['www-authenticate']),
      /^Bearer error="invalid_token", resource_metadata="/,
    )
    const foreign = await createTestChat((await createTestWorkspace(context)).scope)
    const read = await call('POST /mcp', {
      key: tokens.access_token,
      headers: MCP_HEADERS,
      body: {
        ...LIST_TOOLS,
        method: 'tools/call',
        params: { name: 'read_conversation', arguments: { conversation_id: foreign.id } },
      },
    })
    assert.match(read.text, /conversation_not_found/)
  })

  test('that lacks the scope of a tool is asked for it', async () => {
    const { tokens } = await setUpApp(['contacts:read'])
    const answer = await call('POST /mcp', {
      key: tokens.access_token,
      headers: MCP_HEADERS,
      body: {
        ...LIST_TOOLS,
        method: 'tools/call',
        params: { name: 'read_conversation', arguments: { conversation_id: newId() } },
      },
    })
    assert.equal(answer.status, 403)
    const challenge = String(answer.headers['www-authenticate'])
    assert.match(challenge, /error="insufficient_scope"/)
    assert.match(challenge, /scope="messages:read chats:read"/)
  })

  test('is named in the request log, which contains no secrets of apps', async () => {
    const { tokens, member } = await setUpApp()
    await useMcp(tokens.access_token)
    await api.requestLog.flush()
    const { body } = await call('GET /api/developer/request-log', { headers: member.headers })
    const { key, path, status } = body.data[0]
    assert.deepEqual([key.name, path, status], ['Raw app', '/mcp', 200])
    const redacted = redactBody(`${tokens.access_token} ${tokens.refresh_token}`)
    assert.equal(redacted, '"mcp_access_[redacted] mcp_refresh_[redacted]"')
  })

  test('expires after an hour', async () => {
    const { tokens } = await setUpApp()
    assert.ok(await isUsable(tokens.access_token))
    await context.directory
      .updateTable('app_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('hash', '=', hashSecret(tokens.access_token))
      .execute()
    const { status, body } = await useMcp(tokens.access_token)
    assert.equal(status, 401)
    assert.equal(body.detail, 'The access token has expired.')
  })
})

describe('the pace of requests for tokens', () => {
  test('is limited for each app, however many tokens it refreshes', async () => {
    const { app, tokens } = await setUpApp()
    let token = tokens.refresh_token
    for (let count = 1; count <= 30; count++) {
      const { status, body } = await app.refresh(token)
      assert.equal(status, 200, `${count}`)
      token = body.refresh_token
    }
    const refused = await app.refresh(token)
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers['retry-after']) > 0)
    const other = await setUpApp()
    assert.equal((await other.app.refresh(other.tokens.refresh_token)).status, 200)
  })

  test('is limited for a network of IPv6, whatever address in it is used', async () => {
    const ask = async (remoteAddress: string) => {
      const { statusCode } = await api.inject({
        method: 'POST',
        url: '/oauth/revoke',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'client_id=a&token=b',
      })
      return statusCode
    }
    const statuses = new Set<number>()
    for (let count = 1; count <= 260; count++)
      statuses.add(await ask(`2001:db8:1:1::${count.toString(16)}`))
    assert.deepEqual([...statuses], [200, 429])
    assert.equal(await ask('2001:db8:1:2::1'), 200)
  })
})

describe('a refresh token', () => {
  test('is exchanged once; a later use ends the app', async () => {
    const { app, tokens, scope } = await setUpApp()
    const first = await app.refresh(tokens.refresh_token)
    assert.equal(first.status, 200)
    // Requests that are under way keep their token.
    assert.ok(await isUsable(tokens.access_token))
    assert.ok(await isUsable(first.body.access_token))
    const second = await app.refresh(first.body.refresh_token)
    assert.equal(second.status, 200)
    const refreshToken = first.body.refresh_token
    const reuse = { refreshToken, clientId: app.clientId, scope: undefined }
    await assert.rejects(refreshTokens(later(11_000), reuse), { code: 'invalid_grant' })
    assert.equal(await isUsable(second.body.access_token), false)
    assert.equal(errorOf(await app.refresh(second.body.refresh_token)), '400 invalid_grant')
    assert.deepEqual(await readAppAudit(scope), ['app.connected', 'app.misused'])
  })

  test('can be used several times at the same time, by requests that find an expired token', async () => {
    const { app, tokens } = await setUpApp()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.refresh(tokens.refresh_token)),
    )
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 6)
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      assert.ok(await isUsable(body.access_token))
    }
    assert.equal((await app.refresh(answers[3]!.body.refresh_token)).status, 200)
  })

  test('is not accepted of another client, for more scopes, or as another secret', async () => {
    const { app, tokens } = await setUpApp()
    const other = await registerApp(call, 'Other')
    const wide = { scope: [...READ, 'messages:write'].join(' ') }
    assert.equal(errorOf(await app.refresh(tokens.refresh_token, wide)), '400 invalid_scope')
    assert.equal(errorOf(await other.refresh(tokens.refresh_token)), '400 invalid_grant')
    assert.equal(errorOf(await app.refresh(tokens.access_token)), '400 invalid_grant')
    assert.equal(errorOf(await app.exchange(tokens.refresh_token)), '400 invalid_grant')
    assert.equal((await app.refresh(tokens.refresh_token)).status, 200)
  })

  test('ends after 30 days without use, and after 180 days', async () => {
    const { app, tokens } = await setUpApp()
    const day = 86_400_000
    const refresh = (refreshToken: string, days: number) =>
      refreshTokens(later(days * day), { refreshToken, clientId: app.clientId, scope: undefined })
    await assert.rejects(refresh(tokens.refresh_token, APP_DAYS.unused + 1), {
      code: 'invalid_grant',
    })
    let current = tokens.refresh_token
    for (let days = 25; days < APP_DAYS.max; days += 25)
      current = (await refresh(current, days)).refresh_token
    const last = await refresh(current, APP_DAYS.max - 0.01)
    assert.ok(last.expires_in < 3_600)
    await assert.rejects(refresh(last.refresh_token, APP_DAYS.max + 1), { code: 'invalid_grant' })
  })

  test('revokes the app when its owner sends it back', async () => {
    const { app, tokens, scope } = await setUpApp()
    const other = await registerApp(call, 'Other')
    assert.equal((await other.revoke(tokens.refresh_token)).status, 200)
    assert.ok(await isUsable(tokens.access_token))
    assert.equal((await app.revoke('unknown')).status, 200)
    assert.equal((await app.revoke(tokens.refresh_token)).status, 200)
    assert.equal(await isUsable(tokens.access_token), false)
    assert.equal(errorOf(await app.refresh(tokens.refresh_token)), '400 invalid_grant')
    assert.deepEqual(await readAppAudit(scope), ['app.connected', 'app.disconnected'])
  })
})

describe('a connected app ends', () => {
  const ended = async ({ app, tokens }: AppSetUp) =>
    !(await isUsable(tokens.access_token)) &&
    (await app.refresh(tokens.refresh_token)).status === 400

  test('with the membership, and stays ended if the member comes back', async () => {
    const given = await setUpApp(READ, 'agent')
    const { scope, member } = given
    const admin = await signInTestMember(call, scope)
    await call(`DELETE /api/developer/members/${member.membershipId}`, { headers: admin.headers })
    assert.ok(await ended(given))
    await context.directory
      .updateTable('memberships')
      .set({ removed_at: null })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', member.membershipId)
      .execute()
    assert.ok(await ended(given))
  })

  test('when the user is disabled', async () => {
    const given = await setUpApp()
    const { email } = await context.directory
      .selectFrom('users')
      .select('email')
      .where('id', '=', given.member.userId)
      .executeTakeFirstOrThrow()
    await disableUser(context, { email, isDisabled: true })
    assert.ok(await ended(given))
    await disableUser(context, { email, isDisabled: false })
    assert.ok(await ended(given))
  })

  test('in part when an admin becomes an agent', async () => {
    const { scope, member, app, tokens } = await setUpApp([...READ, 'webhooks:read'])
    const admin = await signInTestMember(call, scope)
    assert.ok((await useMcp(tokens.access_token)).tools.includes('explain_webhook'))
    await call(`PATCH /api/developer/members/${member.membershipId}`, {
      headers: admin.headers,
      body: { role: 'agent' },
    })
    const { status, tools } = await useMcp(tokens.access_token)
    assert.equal(status, 200)
    assert.ok(!tools.includes('explain_webhook'))
    assert.equal((await app.refresh(tokens.refresh_token)).body.scope, READ.join(' '))
  })

  test('when its member or an admin disconnects it, and no one else can', async () => {
    const given = await setUpApp(READ, 'agent')
    const { scope, member } = given
    const [admin, agent] = [
      await signInTestMember(call, scope),
      await signInTestMember(call, scope, 'agent'),
    ]
    const stranger = await setUp()
    const list = async (area: 'app' | 'developer', headers: Record<string, string>) =>
      (await call(`GET /api/${area}/connected-apps`, { headers })).body.data as any[]
    const [shown] = await list('developer', admin.headers)
    assert.equal(shown.name, 'Raw app')
    assert.equal(shown.connected_by, member.membershipId)
    assert.deepEqual(await list('app', member.headers), [shown])
    for (const { headers } of [admin, agent, stranger.member])
      assert.deepEqual(await list('app', headers), [])
    assert.deepEqual(await list('developer', stranger.member.headers), [])
    const path = (area: string) => `DELETE /api/${area}/connected-apps/${shown.id}`
    for (const [area, by] of [
      ['app', agent],
      ['app', admin],
      ['developer', stranger.member],
    ] as const)
      assert.equal((await call(path(area), { headers: by.headers })).body.code, 'app_not_found')
    const refused = await call(path('developer'), { headers: member.headers })
    assert.equal(refused.body.code, 'admin_required')
    assert.ok(await isUsable(given.tokens.access_token))
    // It is no API key.
    const asKey = `/api/developer/api-keys/${shown.id}`
    for (const request of [`DELETE ${asKey}`, `POST ${asKey}/rotate`]) {
      const body = request.startsWith('POST') ? { body: {} } : {}
      const answer = await call(request, { headers: admin.headers, ...body })
      assert.equal(answer.body.code, 'api_key_not_found')
    }
    assert.equal((await call(path('app'), { headers: member.headers })).status, 204)
    assert.equal((await call(path('developer'), { headers: admin.headers })).status, 204)
    assert.ok(await ended(given))
    assert.deepEqual(await list('developer', admin.headers), [])
  })
})

test('expired codes and tokens are deleted, and the app stays named', async () => {
  const { tokens, scope } = await setUpApp()
  await deleteExpired(later(2 * 3_600_000))
  const count = async () =>
    (
      await context.directory
        .selectFrom('app_tokens')
        .select('kind')
        .where('workspace_id', '=', scope.workspaceId)
        .execute()
    ).map(({ kind }) => kind)
  assert.deepEqual(await count(), ['refresh'])
  await deleteExpired(later(31 * 86_400_000))
  assert.deepEqual(await count(), [])
  assert.deepEqual(await context.directory.selectFrom('app_codes').selectAll().execute(), [])
  assert.equal(await isUsable(tokens.access_token), false)
})
