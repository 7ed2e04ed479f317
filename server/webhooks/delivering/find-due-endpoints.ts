import { sql } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'
import { firstOfEach } from '#lanes/first-of-each.ts'

/**
 * Finds endpoints of all workspaces with a due delivery or probe. Reads the first index entries of endpoints that have pending deliveries,
 * so neither the size of a backlog matters, nor the number of other endpoints.
 */
export async function findDueEndpoints(context: Pick<Context, 'db' | 'clock'>): Promise<LaneRef[]> {
  const now = context.clock.now()
  const ofEndpoints = { table: 'webhook_deliveries', target: 'endpoint_id' } as const
  const fresh = firstOfEach('fresh', {
    ...ofEndpoints,
    by: 'position',
    pending: sql`status = 'pending' and attempt_count = 0 and not held`,
  })
  const retried = firstOfEach('retried', {
    ...ofEndpoints,
    by: 'next_attempt_at',
    pending: sql`status = 'pending' and attempt_count > 0 and not held`,
  })
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    with recursive ${fresh}, ${retried}, pending as (
      select workspace_id, endpoint_id, null as next_attempt_at from fresh
      union all
      select workspace_id, endpoint_id, next_attempt_at from retried
    )
    select distinct 'webhook' as kind, workspace_id as "workspaceId", endpoint_id as "targetId"
    from pending, lateral (
      select status, probe_at from webhook_endpoints as endpoint
      where endpoint.workspace_id = pending.workspace_id and endpoint.id = pending.endpoint_id
      limit 1
    ) as endpoint
    where (endpoint.status = 'enabled' or endpoint.probe_at <= ${now})
      and (next_attempt_at is null or next_attempt_at <= ${now} or endpoint.status = 'disabled')`.execute(
    context.db,
  )
  return rows
}
