import { sql } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'

/**
 * Finds replays of all workspaces that may queue more now, including those whose endpoint was enabled or deleted in
 * between. Reads the index of open ones, which are few.
 */
export async function findDueReplays({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<LaneRef[]> {
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'replay' as kind, replay.workspace_id as "workspaceId", replay.id as "targetId"
    from webhook_replays as replay
    left join webhook_endpoints as endpoint
      on endpoint.workspace_id = replay.workspace_id and endpoint.id = replay.endpoint_id
    where (replay.status = 'running' or replay.paused_reason = 'endpoint_disabled')
      and (replay.next_at is null or replay.next_at <= ${clock.now()})
      and (replay.status = 'running' or coalesce(endpoint.status, 'enabled') = 'enabled')`.execute(
    db,
  )
  return rows
}
