import { sql } from 'kysely'
import type { Context, LaneRef } from '#context.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'

/**
 * Finds workspaces with an inbound payload to process now, by each workspace's first index entry, so the size of a
 * backlog does not matter (the `order by` makes the planner use that index).
 */
export async function findDueWorkspaces(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<LaneRef[]> {
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'inbound' as kind, target.id as "workspaceId", target.id as "targetId"
    from (select id from workspaces union all select ${NO_WORKSPACE}::uuid) as target, lateral (
      select from inbound_payloads
      where workspace_id = target.id and status = 'pending' and due_at <= ${context.clock.now()}
      order by due_at
      limit 1
    ) as due`.execute(context.db)
  return rows
}
