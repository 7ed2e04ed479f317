import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBulkAction } from '#bulk-actions/create-bulk-action.ts'
import { listBulkActions } from '#bulk-actions/list-bulk-actions.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { deleteExpired } from './delete-expired.ts'

const { context } = await openTestContext()

test('bulk actions and their items are deleted after seven days, and not before', async () => {
  const { scope } = await createTestWorkspace(context)
  const { id } = await createTestChat(scope)
  for (const action of ['close', 'reopen', 'close', 'reopen', 'close', 'reopen'] as const)
    await createBulkAction(scope, 'chats', { action, ids: [id] })
  const countAfter = async (days: number) => {
    const now = new Date(Date.now() + days * 86_400_000)
    await deleteExpired({ ...context, clock: { now: () => now } })
    const items = await scope.db
      .selectFrom('bulk_action_items')
      .select('item_id')
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    return [(await listBulkActions(scope, 'chats', {})).data.length, items.length]
  }
  assert.deepEqual(await countAfter(6.9), [6, 6])
  assert.deepEqual(await countAfter(7.1), [0, 0])
})
