import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/** Locks the assignment of the workspace until the transaction ends. Returns whether any team of it assigns conversations. */
export async function lockAssignment(tx: Scope): Promise<boolean> {
  const { rows } = await prepared`
    select from assignment_cursors where workspace_id = ${tx.workspaceId} for update`.execute(tx.db)
  return rows.length > 0
}
