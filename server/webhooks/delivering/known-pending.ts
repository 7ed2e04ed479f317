import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { idsBetween, rangeSince } from '#db/partitions.ts'
import type { IdRange } from '#db/partitions.ts'
import { prepared } from '#db/prepared.ts'
import { timeOfId } from '#lib/ids.ts'
import type { EndpointOrdering } from '#shared/webhooks.ts'

/**
 * A process's knowledge of an endpoint: all its pending deliveries, and their events, have ids within `range`, unless `requeues` has
 * changed. `hasOrdered`: some still have an ordering key although the endpoint holds none back any more.
 */
export type KnownPending = {
  range: IdRange
  requeues: number
  ordering: EndpointOrdering
  hasOrdered: boolean
}

/**
 * Finds out where the pending deliveries of endpoints of one workspace are; leaves out endpoints that do not exist. The oldest one
 * counts for all endpoints of the workspace, because an index by status finds it.
 *
 * Each `order by` makes PostgreSQL use the index with that order; without it, it reads all deliveries when it expects to find one
 * soon.
 */
export async function findPending(
  context: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  endpointIds: string[],
): Promise<Map<string, KnownPending>> {
  const now = context.clock.now()
  const { end } = rangeSince(now, now)
  const { rows } = await prepared<{
    id: string
    requeues: number
    ordering: EndpointOrdering
    has_ordered: boolean
    oldest_id: string | null
    is_later: boolean
  }>`
    select id, requeues, ordering,
      ordering <> 'conversation' and (
        select true from webhook_deliveries
        where workspace_id = ${workspaceId} and endpoint_id = endpoint.id and status = 'pending'
          and ordering_key is not null
        order by ordering_key, position limit 1
      ) is not null as has_ordered,
      (
        select id from webhook_deliveries
        where workspace_id = ${workspaceId} and status >= 'pending' and status <> 'succeeded'
        order by status desc, id limit 1
      ) as oldest_id,
      exists (
        select from webhook_deliveries where workspace_id = ${workspaceId} and ${idsBetween(sql`id`, { first: end })}
      ) as is_later
    from webhook_endpoints as endpoint
    where workspace_id = ${workspaceId} and id = any (${endpointIds}::uuid[])`.execute(context.db)
  return new Map(
    rows.map((row) => {
      const { id, requeues, ordering, has_ordered: hasOrdered } = row
      const oldest = row.oldest_id === null ? now : new Date(timeOfId(row.oldest_id))
      const range = rangeSince(oldest, now)
      if (row.is_later) delete range.end
      return [id, { range, requeues, ordering, hasOrdered }]
    }),
  )
}
