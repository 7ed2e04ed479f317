import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { createApp } from '#http/app.ts'
import type { App } from '#http/app.ts'
import { addAuthentication, scopeOf } from '#http/add-authentication.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { SCOPES } from '#shared/scopes.ts'
import { createApiKey } from './create-api-key.ts'
import { createApiKeyFinder } from './create-api-key-finder.ts'
import { listApiKeys } from './list-api-keys.ts'
import { createKeyUseRecorder } from './create-key-use-recorder.ts'
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
      id: newId(),
      endsAt: later(),
      confirmedAt: new Date(),
      ssoWorkspaceId: null,
      userId: member.userId,
      membership: {
        workspaceId: scope.workspaceId,
        id: member.membershipId,
        role: 'admin',
        scopes: ['*'],
        visibility: 'all',
        seesNoTeam: true,
        lacksSecondFactor: false,
        lacksSso: false,
      },
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
    const row = await context.directory
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
    const key = await createApiKey(scope, { name: 'x', scopes: ['read'], expires_at: later() })
    assert.equal((await probe(key.secret)).statusCode, 200)
    await context.directory
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
      { expires_at: new Date(0) },
      { expires_at: new Date('never') },
      { rate_limit: 0 },
      { rate_limit: 1.5 },
      { name: ' ' },
    ])
      await assert.rejects(createApiKey(scope, { ...input, ...wrong }), {
        code: 'validation_failed',
      })
    const free = await createApiKey(scope, { ...input, rate_limit: null, scopes: [...SCOPES] })
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

describe('a key with allowed networks', () => {
  test('is rejected from every other address', async () => {
    const key = await createApiKey(scope, {
      name: 'x',
      scopes: ['read'],
      allowed_networks: ['203.0.113.7', '10.0.0.0/8'],
    })
    const from = (remoteAddress: string) =>
      app.inject({
        url: '/probe',
        remoteAddress,
        headers: { authorization: `Bearer ${key.secret}`, 'x-forwarded-for': '10.0.0.1' },
      })
    for (const address of ['203.0.113.7', '10.1.2.3', '::ffff:10.1.2.3'])
      assert.equal((await from(address)).statusCode, 200, address)
    for (const address of ['127.0.0.1', '203.0.113.8', '2001:db8::1']) {
      const answer = await from(address)
      assert.equal(answer.statusCode, 403, address)
      assert.equal(answer.json().code, 'address_not_allowed')
    }
  })

  test('accepts only addresses and subnets', async () => {
    for (const networks of [['shop.example'], ['10.0.0.0/33'], ['']])
      await assert.rejects(
        createApiKey(scope, { name: 'x', scopes: ['read'], allowed_networks: networks }),
        { code: 'validation_failed' },
      )
  })
})

describe('a rotated key', () => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const rotate = (id: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/developer/api-keys/${id}/rotate`, headers, payload })

  test('stays valid beside the new one for the overlap, which has all its settings', async () => {
    const { secret: oldSecret, ...old } = await createApiKey(scope, {
      name: 'Shop',
      scopes: ['chats:read'],
      rate_limit: 7,
      allowed_networks: ['127.0.0.0/8'],
    })
    const before = Date.now()
    const answer = await rotate(old.id, {})
    assert.equal(answer.statusCode, 201)
    const { secret, ...key } = answer.json()
    assert.notEqual(key.id, old.id)
    for (const name of ['name', 'scopes', 'rate_limit', 'allowed_networks', 'expires_at'] as const)
      assert.deepEqual(key[name], old[name], name)
    for (const each of [oldSecret, secret]) assert.equal((await probe(each)).statusCode, 200)
    const { data } = await listApiKeys(scope, { limit: 2 })
    const left = data[1]!.expires_at!.getTime() - before
    assert.ok(Math.abs(left - 24 * 3_600_000) < 60_000)
  })

  test('ends at once without an overlap, and then cannot be rotated again', async () => {
    const old = await createApiKey(scope, { name: 'Shop', scopes: ['read'] })
    const { secret } = (await rotate(old.id, { overlap_hours: 0 })).json()
    assert.equal((await probe(old.secret)).statusCode, 401)
    assert.equal((await probe(secret)).statusCode, 200)
    assert.equal((await rotate(old.id, {})).json().code, 'api_key_ended')
    assert.equal((await rotate(newId(), {})).json().code, 'api_key_not_found')
  })

  test('never lives longer than before', async () => {
    const expires_at = later()
    const old = await createApiKey(scope, { name: 'x', scopes: ['read'], expires_at })
    const key = (await rotate(old.id, { overlap_hours: 720 })).json()
    assert.equal(key.expires_at, expires_at.toISOString())
    const { data } = await listApiKeys(scope, { limit: 2 })
    assert.deepEqual(data[1]!.expires_at, expires_at)
  })
})

describe('the use of a key', () => {
  test('is recorded to the minute, once per minute', async () => {
    const key = await createApiKey(scope, { name: 'x', scopes: ['read'] })
    let statements = 0
    const counted = watchQueries(context.directory, () => statements++)
    const record = createKeyUseRecorder({ ...context, directory: counted })
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
    assert.equal(statements, 2)
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
    assert.deepEqual((await app.inject({ url: `${url}/${key.id}` })).json(), key)
    assert.equal((await app.inject({ url: `${url}/${newId()}` })).statusCode, 404)
    const revoked = await app.inject({ method: 'DELETE', url: `${url}/${key.id}`, headers })
    assert.equal(revoked.statusCode, 204)
    assert.equal(revoked.body, '')
    assert.ok((await app.inject({ url: `${url}/${key.id}` })).json().revoked_at)
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
