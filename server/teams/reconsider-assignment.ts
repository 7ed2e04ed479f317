import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'

/** Lets the teams of the workspace that assign conversations do so again after the caller's transaction, because who is in them has changed. */
export async function reconsiderAssignment(tx: Scope): Promise<void> {
  const { workspaceId } = tx
  const { rows } = await prepared`
    update assignment_cursors set due_at = ${tx.clock.now()}::timestamptz
    where workspace_id = ${workspaceId} returning position`.execute(tx.db)
  if (rows.length > 0)
    afterCommit(tx, () => tx.wake([{ kind: 'assign', workspaceId, targetId: workspaceId }]))
}
