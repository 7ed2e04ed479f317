import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Scope } from '#context.ts'
import { createApp } from '#http/app.ts'
import type { App } from '#http/app.ts'
import { addAuthentication, scopeOf } from '#http/authenticate.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { SCOPES } from '#shared/scopes.ts'
import { createApiKey } from './create-api-key.ts'
import { createApiKeyFinder } from './find-api-keys.ts'
import { listApiKeys } from './list-api-keys.ts'
import { createKeyUseRecorder } from './record-key-use.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { addApiKeyRoutes } from './routes.ts'

const { context } = await openTestContext()
let scope: Scope
let app: App

before(async () => {
  scope = (await createTestWorkspace(context)).scope
  const member = await createTestMember(scope, 'admin')
  app = createApp({ log: context.log, bodyBytesMax: 10_000 })
  addAuthentication(app, context, {
    findKey: createApiKeyFinder(context),
    recordKeyUse: createKeyUseRecorder(context),
    findSession: async () => ({
      userId: member.userId,
      membership: { workspaceId: scope.workspaceId, id: member.membershipId, role: 'admin' },
    }),
  })
  addApiKeyRoutes(app)
  app.get('/probe', { config: { permission: { key: 'chats:read' } } }, async (request) => ({
    workspace: scopeOf(request).workspaceId,
  }))
})

function probe(secret: string) {
  return app.inject({ url: '/probe', headers: { authorization: `Bearer ${secret}` } })
}

const later = () => new Date(Date.now() + 60_000)

describe('an API key', () => {
  test('acts on its own workspace and is stored only as a hash', async () => {
    const key = await createApiKey(scope, { name: 'Shop', scopes: ['chats:read', 'chats:read'] })
    assert.deepEqual(key.scopes, ['chats:read'])
    assert.equal(key.rate_limit, 100)
    assert.equal((await probe(key.secret)).json().workspace, scope.workspaceId)
    const row = await context.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes(key.secret))
    assert.equal(row.last_four, key.secret.slice(-4))
  })

  test('that was revoked is rejected from the next request on', async () => {
    const key = await createApiKey(scope, { name: 'Shop', scopes: ['read'] })
    assert.equal((await probe(key.secret)).statusCode, 200)
    await revokeApiKey(scope, key.id)
    const answer = await probe(key.secret)
    assert.equal(answer.statusCode, 401)
    assert.match(String(answer.headers['www-authenticate']), /^Bearer/)
  })

  test('that expired is rejected', async () => {
    const key = await createApiKey(scope, { name: 'x', scopes: ['read'], expiresAt: later() })
    assert.equal((await probe(key.secret)).statusCode, 200)
    await context.db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', key.id)
      .execute()
    assert.equal((await probe(key.secret)).statusCode, 401)
  })

  test('is rejected with an unknown scope, a past expiry or an invalid rate limit', async () => {
    const input = { name: 'x', scopes: ['read'] }
    for (const wrong of [
      { scopes: [] },
      { scopes: ['chats:delete'] },
      { expiresAt: new Date(0) },
      { expiresAt: new Date('never') },
      { rateLimit: 0 },
      { rateLimit: 1.5 },
      { name: ' ' },
    ])
      await assert.rejects(createApiKey(scope, { ...input, ...wrong }), {
        code: 'validation_failed',
      })
    const free = await createApiKey(scope, { ...input, rateLimit: null, scopes: [...SCOPES] })
    assert.equal(free.rate_limit, null)
  })

  test('of another workspace is neither listed nor revoked', async () => {
    const other = (await createTestWorkspace(context)).scope
    const key = await createApiKey(other, { name: 'x', scopes: ['read'] })
    await assert.rejects(revokeApiKey(scope, key.id), { code: 'api_key_not_found' })
    await assert.rejects(revokeApiKey(scope, 'nonsense'), { code: 'api_key_not_found' })
    const { data } = await listApiKeys(other, {})
    assert.deepEqual(
      data.map((each) => each.id),
      [key.id],
    )
  })
})

describe('the use of a key', () => {
  test('is recorded to the minute, once per minute', async () => {
    const key = await createApiKey(scope, { name: 'x', scopes: ['read'] })
    const statements: string[] = []
    const counted = context.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const record = createKeyUseRecorder({ ...context, db: counted })
    const found = await createApiKeyFinder(context)(key.secret)
    const lastUse = async () => {
      const { data } = await listApiKeys(scope, { limit: 1 })
      return data[0]!.last_used_at?.toISOString()
    }
    record(found!, new Date('2030-01-01T10:00:05.123Z'))
    record(found!, new Date('2030-01-01T10:00:59.999Z'))
    await waitFor(async () => (await lastUse()) === '2030-01-01T10:00:00.000Z')
    record(found!, new Date('2030-01-01T10:01:00.000Z'))
    await waitFor(async () => (await lastUse()) === '2030-01-01T10:01:00.000Z')
    assert.equal(statements.length, 2)
  })
})

describe('the routes of keys', () => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const url = '/api/developer/api-keys'

  test('show a secret once and name the member who created the key', async () => {
    const created = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: { name: 'CRM', scopes: ['*'], expires_at: '2090-01-01T00:00:00+05:30' },
    })
    assert.equal(created.statusCode, 201)
    const { secret, ...key } = created.json()
    assert.match(secret, /^sk_live_[0-9A-Za-z]{42}$/)
    assert.equal(key.expires_at, '2089-12-31T18:30:00.000Z')
    assert.ok(key.created_by)
    const list = (await app.inject({ url })).json()
    assert.deepEqual(list.data[0], key)
    assert.ok(!JSON.stringify(list).includes(secret))
    const revoked = await app.inject({ method: 'DELETE', url: `${url}/${key.id}`, headers })
    assert.equal(revoked.statusCode, 204)
    assert.equal(revoked.body, '')
  })

  test('reject unknown fields and scopes', async () => {
    for (const payload of [
      { name: 'x', scopes: ['nope'] },
      { name: 'x', scopes: ['read'], role: 'admin' },
      { name: 'x' },
      { name: 'x', scopes: ['read'], expires_at: '2001-01-01T00:00:00Z' },
    ])
      assert.equal((await app.inject({ method: 'POST', url, headers, payload })).statusCode, 422)
  })
})
