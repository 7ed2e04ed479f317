import { sql } from 'kysely'
import type { Context, LaneRef } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { LaneKind } from '#db/workspace-tables.ts'

/** A lane under our lease. `wakes` is the number of its wake-ups when the lease began. */
export type ClaimedLane = LaneRef & { leaseToken: string; wakes: number }

/**
 * Options for claiming lanes of a kind: how many, for how long, and workspaces to skip because they already use
 * their share of the slots.
 */
export type LaneWish = { kind: LaneKind; count: number; leaseMs: number; without?: string[] }

/**
 * Leases lanes that are due and free, longest overdue first, and returns in how many ms the next one is due.
 *
 * Lanes that another worker is claiming are skipped instead of waited for. An expired lease counts as free. The
 * update changes no indexed column, so a lease creates no index entry.
 */
export async function claimLanes(
  context: Pick<Context, 'db'>,
  wishes: LaneWish[],
): Promise<{ lanes: ClaimedLane[]; nextDueMs: number | null }> {
  const without = wishes.flatMap((wish) =>
    (wish.without ?? []).map((id) => [wish.kind, id] as const),
  )
  const wishRows = bulkRows('wish', wishes, {
    kind: ['text', (each) => each.kind],
    count: ['integer', (each) => each.count],
    lease_ms: ['integer', (each) => each.leaseMs],
  })
  const withoutRows = bulkRows('without', without, {
    kind: ['text', ([kind]) => kind],
    workspace_id: ['uuid', ([, id]) => id],
  })
  const { rows } = await sql<{ lanes: ClaimedLane[]; next_due_ms: number | null }>`
    with wish as (
      select * from ${wishRows}
    ), without as (
      select * from ${withoutRows}
    ), due as materialized (
      select lane.*, wish.lease_ms from wish, lateral (
        select kind, workspace_id, target_id from lanes
        where kind = wish.kind and due_at <= now() and (lease_until is null or lease_until <= now())
          and (kind, workspace_id) not in (select kind, workspace_id from without)
        order by due_at
        limit wish.count
        for no key update skip locked
      ) as lane
    ), claimed as (
      update lanes
      set lease_until = now() + due.lease_ms * interval '1 millisecond', lease_token = gen_random_uuid()
      from due
      where lanes.kind = due.kind and lanes.workspace_id = due.workspace_id
        and lanes.target_id = due.target_id
      returning lanes.*
    )
    select
      coalesce((
        select json_agg(json_build_object('kind', kind, 'workspaceId', workspace_id, 'targetId', target_id,
          'leaseToken', lease_token, 'wakes', wakes) order by due_at)
        from claimed
      ), '[]') as lanes,
      (
        select extract(epoch from min(next.due_at) - now())::float8 * 1000
        from wish, lateral (
          select due_at from lanes where kind = wish.kind and due_at > now() order by due_at limit 1
        ) as next
      ) as next_due_ms`.execute(context.db)
  const { lanes, next_due_ms } = rows[0]!
  return { lanes, nextDueMs: next_due_ms }
}
