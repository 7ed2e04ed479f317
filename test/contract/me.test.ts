import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestChannel, createTestKey } from '#test/factories.ts'
import { assertProblem, openContract, openWorkspace } from './open-contract.ts'

const { call, context, scope, workspaceId } = await openContract()

describe('GET /api/v1/me', () => {
  test('shows a key its name, scopes, rate limit and workspace, whatever its scopes', async () => {
    for (const scopes of [['tickets:write'], ['messages:draft'], []]) {
      const key = await createTestKey(scope, scopes)
      const { body, status } = await call('GET /api/v1/me', { key })
      assert.equal(status, 200)
      const { name, workspace, id, ...rest } = body
      assert.match(id, /^[0-9a-f-]{36}$/)
      assert.equal(typeof name, 'string')
      assert.equal(workspace.id, workspaceId)
      assert.equal(typeof workspace.name, 'string')
      assert.deepEqual(rest, {
        mode: 'live',
        scopes,
        rate_limit: null,
        expires_at: null,
        team_ids: null,
        sees_no_team: false,
        bot_id: null,
      })
      assert.ok(!JSON.stringify(body).includes(key))
    }
  })

  test('says that a test key is one', async () => {
    const key = await createTestKey(scope, ['read'], { mode: 'test' })
    assert.equal((await call('GET /api/v1/me', { key })).body.mode, 'test')
  })

  test('is about the key alone, also when two keys ask at once', async () => {
    const other = await openWorkspace(context)
    const keys = [await createTestKey(scope, ['read']), other.key]
    const answers = await Promise.all(keys.map((key) => call('GET /api/v1/me', { key })))
    assert.deepEqual(
      answers.map(({ body }) => [body.workspace.id, body.scopes]),
      [
        [workspaceId, ['read']],
        [other.workspaceId, ['*']],
      ],
    )
  })

  test('needs a key that is valid', async () => {
    assertProblem(await call('GET /api/v1/me'), 401, 'unauthenticated')
    const revokedAt = new Date(Date.now() - 1000)
    const revoked = await createTestKey(scope, ['*'], { revokedAt })
    assertProblem(await call('GET /api/v1/me', { key: revoked }), 401, 'invalid_api_key')
  })
})

describe('channels by key', () => {
  test('are listed with what they can send, without secrets and only those of the workspace', async () => {
    const { scope: own, key } = await openWorkspace(context)
    const { id, account } = await createTestChannel(own)
    const listed = await call('GET /api/v1/channels', { key })
    const [channel] = listed.body.data
    assert.deepEqual([listed.body.data.length, channel.id, channel.account], [1, id, account])
    assert.deepEqual(
      [channel.type, channel.status, channel.capabilities.window_hours],
      ['whatsapp', 'connected', 24],
    )
    assert.ok(channel.capabilities.message_types.includes('template'))
    assert.doesNotMatch(listed.text, /token/)
    assert.deepEqual((await call(`GET /api/v1/channels/${id}`, { key })).body, channel)
    const { key: stranger } = await openWorkspace(context)
    assertProblem(
      await call(`GET /api/v1/channels/${id}`, { key: stranger }),
      404,
      'channel_not_found',
    )
  })

  test('show what the platform and an admin decided about them', async () => {
    const { scope: own, key } = await openWorkspace(context)
    const { id } = await createTestChannel(own)
    const statusAfter = async (change: object) => {
      await context.db
        .updateTable('channels')
        .set(change)
        .where('workspace_id', '=', own.workspaceId)
        .where('id', '=', id)
        .execute()
      return (await call(`GET /api/v1/channels/${id}`, { key })).body.status
    }
    assert.equal(await statusAfter({ account_status: 'restricted' }), 'restricted')
    assert.equal(await statusAfter({ disconnected_at: new Date() }), 'disconnected')
  })
})
