import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { ClaimedLane } from './claim-lanes.ts'

/** Renews the leases of lanes in progress and returns the tokens of those that this process still holds. */
export async function renewLanes(
  context: Pick<Context, 'db'>,
  lanes: (ClaimedLane & { leaseMs: number })[],
): Promise<Set<string>> {
  const held = bulkRows('held', lanes, {
    kind: ['text', (lane) => lane.kind],
    workspace_id: ['uuid', (lane) => lane.workspaceId],
    target_id: ['uuid', (lane) => lane.targetId],
    lease_token: ['uuid', (lane) => lane.leaseToken],
    lease_ms: ['integer', (lane) => lane.leaseMs],
  })
  const { rows } = await sql<{ lease_token: string }>`
    with held as (
      select lanes.kind, lanes.workspace_id, lanes.target_id, held.lease_ms
      from ${held}
      join lanes using (kind, workspace_id, target_id, lease_token)
      order by 1, 2, 3
      for no key update of lanes
    )
    update lanes
    set lease_until = now() + held.lease_ms * interval '1 millisecond'
    from held
    where lanes.kind = held.kind and lanes.workspace_id = held.workspace_id
      and lanes.target_id = held.target_id
    returning lanes.lease_token`.execute(context.db)
  return new Set(rows.map((row) => row.lease_token))
}
