import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { wakeFollower } from './wake-follower.ts'

/** Lets the open targets of the workspace be computed again after the caller's transaction, which changed when its teams work. */
export async function reconsiderTargets(tx: Scope): Promise<void> {
  // Locks the follower first: what it computes meanwhile, it computes with the former hours, and then again.
  await wakeFollower(tx, 'sla')
  await prepared`
    update sla_policies set revision = revision + 1 where workspace_id = ${tx.workspaceId}`.execute(
    tx.db,
  )
}
