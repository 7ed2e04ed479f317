import { sql } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'

/**
 * Finds endpoints of all workspaces with a due delivery or probe. Reads each endpoint's own index entries, so the size
 * of a backlog does not matter (the `order by` clauses make the planner use those indexes).
 */
export async function findDueEndpoints(context: Pick<Context, 'db' | 'clock'>): Promise<LaneRef[]> {
  const now = context.clock.now()
  const pending = sql`from webhook_deliveries as delivery
    where delivery.workspace_id = endpoint.workspace_id and endpoint_id = endpoint.id
      and delivery.status = 'pending' and not held`
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'webhook' as kind, endpoint.workspace_id as "workspaceId", endpoint.id as "targetId"
    from webhook_endpoints as endpoint, lateral (
      (select 1 ${pending} and attempt_count = 0 order by position limit 1)
      union all
      (select 1 ${pending} and attempt_count > 0 and (next_attempt_at <= ${now} or endpoint.status = 'disabled')
        order by next_attempt_at limit 1)
      limit 1
    ) as due
    where endpoint.status = 'enabled' or endpoint.probe_at <= ${now}`.execute(context.db)
  return rows
}
