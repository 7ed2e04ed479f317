import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { FollowerKind } from '#shared/event-types.ts'

/** Locks the follower of a kind in the workspace until the transaction ends, so that one transaction at a time acts. */
export async function lockFollower(tx: Scope, kind: FollowerKind): Promise<void> {
  await prepared`
    select from followers where workspace_id = ${tx.workspaceId} and kind = ${kind} for update`.execute(
    tx.db,
  )
}
