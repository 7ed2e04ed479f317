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
  if (isOn)
    await prepared`
      with counter as (
        update workspace_counters set followers = array_append(array_remove(followers, ${kind}), ${kind})
        where workspace_id = ${workspaceId}
        returning event_position
      )
      insert into followers (workspace_id, kind, position)
      select ${workspaceId}::uuid, ${kind}, event_position from counter
      on conflict (workspace_id, kind) do nothing`.execute(db)
  else
    await prepared`
      with former as (
        delete from followers where workspace_id = ${workspaceId} and kind = ${kind}
      )
      update workspace_counters set followers = array_remove(followers, ${kind})
      where workspace_id = ${workspaceId} and ${kind} = any (followers)`.execute(db)
  await wakeFollower(tx, kind)
}
