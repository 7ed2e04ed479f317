import { sql } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'

/**
 * Finds the workspaces with a pending row of `table` that is due, as lanes of `kind`. Steps from one workspace's first
 * entry of the index (workspace_id, due_at) to the next one's, so the size of a backlog does not matter, nor the number
 * of workspaces without pending rows.
 */
export async function findDueWorkspaces(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  kind: 'inbound' | 'mail',
  table: 'inbound_payloads' | 'mails',
): Promise<LaneRef[]> {
  const first = (after: string) => sql`
    select workspace_id, due_at from ${sql.table(table)} as pending
    where status = 'pending' ${sql.raw(after)}
    order by workspace_id, due_at limit 1`
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    with recursive firsts as (
      (${first('')})
      union all
      select next.* from firsts, lateral (${first('and workspace_id > firsts.workspace_id')}) as next
    )
    select ${kind}::text as kind, workspace_id as "workspaceId", workspace_id as "targetId" from firsts
    where due_at <= ${clock.now()}`.execute(db)
  return rows
}
