import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/** Locks the assignment of the workspace until the transaction ends. */
export async function lockAssignment(tx: Scope): Promise<void> {
  await prepared`
    select from assignment_cursors where workspace_id = ${tx.workspaceId} for update`.execute(tx.db)
}
