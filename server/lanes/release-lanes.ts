import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { Outcome } from '#lib/coalesce.ts'
import type { ClaimedLane } from './claim-lanes.ts'

/**
 * A lane to release: the ms until its next row is due (null if none is pending), and the ms of a pause during
 * which wake-ups change nothing.
 */
export type ReleasedLane = ClaimedLane & { dueInMs: number | null; pauseMs?: number }

/**
 * Releases lanes in one statement. Returns for each the ms until it is due again: null for never, undefined if
 * the lease was already lost and nothing was changed.
 *
 * A lane that was woken during the lease is due now, or after its pause, regardless of what its holder says:
 * the new row may have been added after the holder last read the rows. A lane never becomes due in the past, so
 * it goes to the back of the queue.
 */
export async function releaseLanes(
  context: Pick<Context, 'db'>,
  lanes: ReleasedLane[],
): Promise<Outcome<number | null | undefined>[]> {
  const released = bulkRows('released', lanes, {
    kind: ['text', (lane) => lane.kind],
    workspace_id: ['uuid', (lane) => lane.workspaceId],
    target_id: ['uuid', (lane) => lane.targetId],
    lease_token: ['uuid', (lane) => lane.leaseToken],
    wakes: ['bigint', (lane) => lane.wakes],
    due_in_ms: ['float8', (lane) => lane.dueInMs],
    pause_ms: ['float8', (lane) => lane.pauseMs ?? null],
  })
  const { rows } = await prepared<{ token: string; due_in_ms: number | null }>`
    with released as (
      select lanes.kind, lanes.workspace_id, lanes.target_id, lease_token,
        case when lanes.wakes <> released.wakes then coalesce(pause_ms, 0) else released.due_in_ms end as due_in_ms,
        pause_ms
      from ${released}
      join lanes using (kind, workspace_id, target_id, lease_token)
      order by 1, 2, 3
      for no key update of lanes
    )
    update lanes
    set due_at = now() + released.due_in_ms * interval '1 millisecond',
      not_before = now() + released.pause_ms * interval '1 millisecond', lease_until = null, lease_token = null
    from released
    where lanes.kind = released.kind and lanes.workspace_id = released.workspace_id
      and lanes.target_id = released.target_id
    returning released.lease_token as token, released.due_in_ms`.execute(context.db)
  const byToken = new Map(rows.map((row) => [row.token, row.due_in_ms]))
  return lanes.map((lane) => ({ status: 'fulfilled', value: byToken.get(lane.leaseToken) }))
}
