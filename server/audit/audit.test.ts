import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Scope } from '#context.ts'
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
  test('names who did what to what, newest first, and only in its own workspace', async () => {
    const asAdmin: Scope = { ...scope, actor: { type: 'member', id: admin.membershipId } }
    await recordAudit(asAdmin, {
      action: 'tag.created',
      targetType: 'tag',
      targetId: 'a',
      data: { name: 'VIP' },
    })
    await recordAudit(scope, { action: 'tag.deleted', targetType: 'tag', targetId: 'a' })
    const other = (await createTestWorkspace(context)).scope
    await recordAudit(other, { action: 'tag.deleted', targetType: 'tag', targetId: 'theirs' })
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

  test('is filtered by actor, action and time', async () => {
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

  test('holds nothing of what was rolled back', async () => {
    const before_ = (await list('?limit=100')).length
    await assert.rejects(
      transaction(scope, async (tx) => {
        await recordAudit(tx, { action: 'tag.deleted', targetType: 'tag', targetId: 'b' })
        throw new Error('undone')
      }),
    )
    assert.equal((await list('?limit=100')).length, before_)
  })
})
