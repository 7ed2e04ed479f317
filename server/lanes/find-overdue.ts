import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import { excludedRows } from './claim-lanes.ts'
import type { ClaimRequest } from './claim-lanes.ts'
import { isHere } from './is-here.ts'

/** A kind with a lane that is due, and since when no worker has claimed it. */
export type OverdueLane = { kind: LaneKind; overdueMs: number }

/** Returns a kind of `requests` with a lane that could have been claimed for longer than `ms`; undefined if none has. */
export async function findOverdue(
  context: Pick<Context, 'db'>,
  requests: ClaimRequest[],
  ms: number,
): Promise<OverdueLane | undefined> {
  const requested = bulkRows('requested', requests, { kind: ['text', (each) => each.kind] })
  const { rows } = await sql<{ kind: LaneKind; overdue_ms: number }>`
    with requested as (
      select * from ${requested}
    ), excluded as (
      select * from ${excludedRows(requests)}
    )
    select requested.kind, extract(epoch from now() - overdue.since)::float8 * 1000 as overdue_ms
    from requested, lateral (
      select greatest(due_at, lease_until) as since from lanes
      where kind = requested.kind and due_at <= now() - ${ms} * interval '1 millisecond'
        and (lease_until is null or lease_until <= now() - ${ms} * interval '1 millisecond')
        and (kind, workspace_id) not in (select kind, workspace_id from excluded) and ${isHere('lanes')}
      order by due_at
      limit 1
    ) as overdue
    limit 1`.execute(context.db)
  return rows[0] && { kind: rows[0].kind, overdueMs: rows[0].overdue_ms }
}
