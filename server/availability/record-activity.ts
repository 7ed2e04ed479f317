import { bulkRows } from '#db/bulk-rows.ts'
import type { Context, InWorkspace } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { afterCommit } from '#db/transaction.ts'

/** A device on which a member had the app open: the session of a browser, and when that was last so. */
export type SeenDevice = { membershipId: string; deviceId: string; seenAt: Date }

/**
 * Records when members of any workspaces of one server had the app open, with one statement, and wakes the lanes of the workspaces in
 * which a member may come online by it. A time before the recorded one changes nothing. A device is given once.
 */
export async function recordActivity(
  context: Pick<Context, 'db' | 'clock' | 'wake' | 'onCommit'>,
  devices: readonly InWorkspace<SeenDevice>[],
): Promise<void> {
  const given = bulkRows('given', devices, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    membership_id: ['uuid', (each) => each.membershipId],
    device_id: ['uuid', (each) => each.deviceId],
    seen_at: ['timestamptz', (each) => each.seenAt],
  })
  const now = context.clock.now()
  // Locks the row of each member, also where it changes nothing: who computes the availability at the same time, waits or is waited for.
  const { rows } = await prepared<{ workspace_id: string }>`
    with seen as (
      select workspace_id, membership_id, device_id, seen_at from ${given}
    ), device as (
      insert into member_activity as activity (workspace_id, membership_id, device_id, seen_at)
      select workspace_id, membership_id, device_id, seen_at from seen
      order by workspace_id, membership_id, device_id
      on conflict (workspace_id, membership_id, device_id) do update set seen_at = excluded.seen_at
        where activity.seen_at < excluded.seen_at
    )
    insert into member_availability as own (workspace_id, membership_id, recorded, due_at)
    select distinct workspace_id, membership_id, 'offline', ${now}::timestamptz from seen
    order by workspace_id, membership_id
    on conflict (workspace_id, membership_id) do update set due_at = excluded.due_at
      where own.recorded <> 'online' and own.by_hand is null and own.due_at is null
    returning workspace_id`.execute(context.db)
  const ids = [...new Set(rows.map((row) => row.workspace_id))]
  if (ids.length === 0) return
  afterCommit(context, () =>
    context.wake(
      ids.map((id) => ({ kind: 'availability' as const, workspaceId: id, targetId: id })),
    ),
  )
}
