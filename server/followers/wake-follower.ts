import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'
import type { FollowerKind } from '#shared/event-types.ts'

/** Lets the follower of a kind act after the caller's transaction, if the workspace has one: what it looks at has changed without an event. */
export async function wakeFollower(tx: Scope, kind: FollowerKind): Promise<void> {
  const { workspaceId } = tx
  const { rows } = await prepared`
    update followers set due_at = ${tx.clock.now()}::timestamptz
    where workspace_id = ${workspaceId} and kind = ${kind} returning position`.execute(tx.db)
  if (rows.length > 0)
    afterCommit(tx, () => tx.wake([{ kind, workspaceId, targetId: workspaceId }]))
}
