import { sql } from 'kysely'
import { cancelDeliveries } from '#webhooks/cancel-deliveries.ts'
import { TRIM_BATCH } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/**
 * Cancels deliveries that are pending for a deleted endpoint. An event that commits while its endpoint is
 * deleted can leave some, and no worker would ever process them.
 */
export async function* cancelOrphans(workspace: TrimmedWorkspace): Trim {
  const { workspaceId } = workspace
  const orphans = await findOrphans(workspace)
  yield orphans.length
  for (const endpointId of orphans) {
    while (await cancelDeliveries(workspace, workspaceId, endpointId)) yield TRIM_BATCH
  }
}

/**
 * Returns the deleted endpoints that deliveries are pending for. Skips from one endpoint to the next in each of
 * the three partial indexes of pending deliveries, so the cost does not depend on the size of the backlog.
 */
async function findOrphans({ db, workspaceId }: TrimmedWorkspace): Promise<string[]> {
  const pending = sql`select endpoint_id from webhook_deliveries
    where workspace_id = ${workspaceId} and status = 'pending'`
  const hops = [
    ['fresh', sql`attempt_count = 0 and not held`],
    ['retried', sql`attempt_count > 0 and not held`],
    ['ordered', sql`ordering_key is not null`],
  ] as const
  const relations = hops.map(
    ([name, condition]) => sql`${sql.ref(name)} as (
      (${pending} and ${condition} order by endpoint_id limit 1)
      union all
      select (${pending} and ${condition} and endpoint_id > ${sql.ref(name)}.endpoint_id
        order by endpoint_id limit 1)
      from ${sql.table(name)} where endpoint_id is not null
    )`,
  )
  const endpoints = hops.map(([name]) => sql`select endpoint_id from ${sql.table(name)}`)
  const { rows } = await sql<{ endpoint_id: string }>`
    with recursive ${sql.join(relations)}
    select endpoint_id from (
      ${sql.join(endpoints, sql` union `)}
    ) as waited_for
    where endpoint_id is not null and not exists (
      select from webhook_endpoints
      where workspace_id = ${workspaceId} and id = waited_for.endpoint_id
    )`.execute(db)
  return rows.map((row) => row.endpoint_id)
}
