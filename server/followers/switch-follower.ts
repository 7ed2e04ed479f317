import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { FollowerKind } from '#shared/event-types.ts'
import { wakeFollower } from './wake-follower.ts'

/**
 * Lets something follow the events of the workspace from the present one on, or ends it. Lets it act after the caller's transaction.
 * Locks the counters of the workspace until then.
 */
export async function switchFollower(tx: Scope, kind: FollowerKind, isOn: boolean): Promise<void> {
  const { workspaceId, db } = tx
  // The follower before the counters, as its own turns do it.
  if (isOn) {
    await prepared`
      insert into followers (workspace_id, kind, position)
      select ${workspaceId}::uuid, ${kind}, event_position from workspace_counters where workspace_id = ${workspaceId}
      on conflict (workspace_id, kind) do nothing`.execute(db)
    await wakeFollower(tx, kind)
    await prepared`
      update workspace_counters set followers = array_append(followers, ${kind})
      where workspace_id = ${workspaceId} and ${kind} <> all (followers)`.execute(db)
  } else {
    await prepared`
      delete from followers where workspace_id = ${workspaceId} and kind = ${kind}`.execute(db)
    await prepared`
      update workspace_counters set followers = array_remove(followers, ${kind})
      where workspace_id = ${workspaceId} and ${kind} = any (followers)`.execute(db)
  }
}
