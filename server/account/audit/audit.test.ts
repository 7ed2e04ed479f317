import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { recordAudit } from './record-audit.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
let scope: Scope
let admin: Awaited<ReturnType<typeof signInTestMember>>

before(async () => {
  scope = (await createTestWorkspace(context)).scope
  admin = await signInTestMember(call, scope)
})

async function list(query = ''): Promise<Record<string, any>[]> {
  const answer = await call(`GET /api/developer/audit-log${query}`, { headers: admin.headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

describe('the audit log', () => {
  test('lists who did what to what, newest first, and only for its own workspace', async () => {
    const asAdmin: Scope = { ...scope, actor: { type: 'member', id: admin.membershipId } }
    await recordAudit(asAdmin, 'tag.created', 'a', { name: 'VIP' })
    await recordAudit(scope, 'tag.deleted', 'a')
    const other = (await createTestWorkspace(context)).scope
    await recordAudit(other, 'tag.deleted', 'theirs')
    const tags = await list('?action=tag.created,tag.deleted')
    assert.deepEqual(
      tags.map((entry) => [entry['action'], entry['target'].id, entry['actor'].type]),
      [
        ['tag.deleted', 'a', 'system'],
        ['tag.created', 'a', 'member'],
      ],
    )
    assert.deepEqual(tags[1]!['data'], { name: 'VIP' })
    assert.ok(tags[1]!['actor'].name)
    assert.equal(tags[0]!['actor'].name, null)
  })

  test('can be filtered by actor, action and time', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    await scope.db
      .insertInto('audit_entries')
      .values({
        workspace_id: scope.workspaceId,
        id: newId(at),
        actor_type: 'system',
        actor_id: null,
        action: 'view.shared',
        target_type: 'view',
        target_id: null,
        occurred_at: at,
      })
      .execute()
    const ofAdmin = await list(`?actor_id=${admin.membershipId}`)
    assert.ok(ofAdmin.length > 0)
    assert.ok(ofAdmin.every((entry) => entry['actor'].id === admin.membershipId))
    assert.equal((await list(`?until=2026-01-02T03:04:06Z`)).length, 1)
    assert.equal((await list(`?until=2026-01-02T03:04:05.678Z`)).length, 0)
    assert.equal((await list(`?since=2026-01-02T03:04:05.678Z&action=view.shared`)).length, 1)
    assert.equal((await list(`?since=2026-01-02T03:04:06Z&action=view.shared`)).length, 0)
    const refused = await call('GET /api/developer/audit-log?action=nonsense', {
      headers: admin.headers,
    })
    assert.equal(refused.status, 422)
  })

  test('returns one entry as it is listed, and none of another workspace', async () => {
    const { headers } = admin
    await recordAudit(scope, 'tag.created', 'c', { name: 'Refund' })
    const [entry] = await list('?action=tag.created')
    const found = await call(`GET /api/developer/audit-log/${entry!['id']}`, { headers })
    assert.deepEqual(found.body, entry)
    const other = (await createTestWorkspace(context)).scope
    const theirs = await signInTestMember(call, other)
    for (const [as, id] of [
      [theirs.headers, entry!['id']],
      [headers, newId()],
      [headers, 'none'],
    ]) {
      const refused = await call(`GET /api/developer/audit-log/${id}`, { headers: as })
      assert.deepEqual([refused.status, refused.body.code], [404, 'audit_entry_not_found'])
    }
  })

  test('contains nothing from a transaction that was rolled back', async () => {
    const before_ = (await list('?limit=100')).length
    await assert.rejects(
      transaction(scope, async (tx) => {
        await recordAudit(tx, 'tag.deleted', 'b')
        throw new Error('undone')
      }),
    )
    assert.equal((await list('?limit=100')).length, before_)
  })
})

describe('the audit log contains', () => {
  const ask = async (request: string, body?: unknown) => {
    const answer = await call(request, {
      headers: admin.headers,
      ...(body !== undefined && { body }),
    })
    assert.ok(answer.status < 300, `${request} ${answer.text}`)
    return answer.body
  }
  const newest = async () => (await list('?limit=1'))[0]!

  test('key management by admins, once per action, and never a secret', async () => {
    const key = await ask('POST /api/developer/api-keys', { name: 'CI', scopes: ['read'] })
    const created = await newest()
    assert.equal(created['action'], 'api_key.created')
    assert.equal(created['target'].id, key.id)
    assert.deepEqual(created['actor'].id, admin.membershipId)
    assert.ok(!JSON.stringify(created).includes(key.secret))
    for (const _ of [1, 2]) await ask(`DELETE /api/developer/api-keys/${key.id}`)
    const revoked = await list('?action=api_key.revoked')
    assert.equal(revoked.filter((entry) => entry['target'].id === key.id).length, 1)
    assert.equal(revoked[0]!['data'].name, 'CI')
  })

  test('webhook management by admins', async () => {
    const url = 'https://hooks.example.com/audit'
    const { id } = await ask('POST /api/developer/webhooks', { url })
    await ask(`PATCH /api/developer/webhooks/${id}`, { description: 'CRM' })
    assert.deepEqual((await newest())['data'].changes, { description: { from: null, to: 'CRM' } })
    await ask(`PATCH /api/developer/webhooks/${id}`, { description: 'CRM' })
    await ask(`POST /api/developer/webhooks/${id}/rotate-secret`, {})
    await ask(`DELETE /api/developer/webhooks/${id}`)
    const actions = (await list('?limit=100'))
      .filter((entry) => entry['target'].id === id)
      .map((entry) => entry['action'])
    assert.deepEqual(actions, [
      'webhook_endpoint.deleted',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.updated',
      'webhook_endpoint.created',
    ])
  })

  test('changed settings, but no entry for an update that changes nothing', async () => {
    await ask('PATCH /api/developer/workspace', { retention_days: 45, default_country: 'gb' })
    const { action, data } = await newest()
    assert.equal(action, 'workspace.updated')
    assert.equal(data.changes.retention_days.to, 45)
    assert.equal(data.changes.default_country.to, 'GB')
    const { id } = await newest()
    await ask('PATCH /api/developer/workspace', { retention_days: 45 })
    assert.equal((await newest())['id'], id)
  })
})
