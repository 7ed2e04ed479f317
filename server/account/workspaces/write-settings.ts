import { changedFields } from '../audit/changed-fields.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getWorkspace } from './get-workspace.ts'
import { readSettings } from './read-settings.ts'
import type { UpdateRetentionBody, UpdateWorkspaceBody, WorkspaceSettings } from './schema.ts'

/** The fields that really change, with both values. */
type Changed = ReturnType<typeof changedFields>

/**
 * Writes settings of the scope's workspace and records what changed, in the caller's transaction. Does nothing if
 * nothing changes. `check` can refuse the change by throwing.
 */
export async function writeSettings(
  tx: Scope,
  changes: UpdateWorkspaceBody & UpdateRetentionBody,
  check?: (changed: Changed) => Promise<void>,
): Promise<WorkspaceSettings> {
  const before = await getWorkspace(tx, tx.workspaceId)
  const changed = changedFields(before, changes)
  if (Object.keys(changed).length === 0) return readSettings(tx)
  await check?.(changed)
  await tx.directory
    .updateTable('workspaces')
    .set(changes)
    .where('id', '=', tx.workspaceId)
    .execute()
  await recordAudit(tx, 'workspace.updated', tx.workspaceId, { changes: changed })
  return readSettings(tx)
}
