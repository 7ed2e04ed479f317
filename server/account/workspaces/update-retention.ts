import { changedFields } from '../audit/changed-fields.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { getWorkspace } from './get-workspace.ts'
import { toWorkspaceSettings } from './schema.ts'
import type { UpdateRetentionBody, WorkspaceSettings } from './schema.ts'

/** Updates how long the workspace keeps messages and its audit log. Omitted settings are not changed. */
export async function updateRetention(
  scope: Scope,
  input: UpdateRetentionBody,
): Promise<WorkspaceSettings> {
  return transaction(scope, async (tx) => {
    const before = await getWorkspace(tx, tx.workspaceId)
    const changed = changedFields(before, input)
    if (Object.keys(changed).length === 0) return toWorkspaceSettings(before)
    const row = await tx.db
      .updateTable('workspaces')
      .set(input)
      .where('id', '=', tx.workspaceId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      action: 'workspace.updated',
      targetType: 'workspace',
      targetId: tx.workspaceId,
      data: { changes: changed },
    })
    return toWorkspaceSettings(row)
  })
}
