import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'
import type { EndpointHealth } from './schema.ts'

/** Maximum count of pending deliveries of each kind. */
const PENDING_COUNTED = 10_000

/**
 * Counts the pending deliveries of an endpoint: each kind by the partial index that the worker reads, up to a limit.
 */
export async function readPending(
  scope: Scope,
  endpointId: string,
): Promise<EndpointHealth['pending']> {
  const pending = sql`select created_at, next_attempt_at from webhook_deliveries
    where workspace_id = ${scope.workspaceId} and endpoint_id = ${endpointId} and status = 'pending'`
  const { rows } = await sql<{
    count: number
    most: number
    oldest_created_at: Date | null
    next_attempt_at: Date | null
  }>`
    select sum(count) as count, max(count) as most, min(oldest) as oldest_created_at, min(next) as next_attempt_at
    from (
      select count(*) as count, min(created_at) as oldest, min(next_attempt_at) as next from (
        ${pending} and attempt_count = 0 and not held order by position limit ${PENDING_COUNTED}
      ) as fresh
      union all
      select count(*), min(created_at), min(next_attempt_at) from (
        ${pending} and attempt_count > 0 and not held order by next_attempt_at limit ${PENDING_COUNTED}
      ) as retried
      union all
      select count(*), min(created_at), null from (
        ${pending} and ordering_key is not null and held limit ${PENDING_COUNTED}
      ) as held
    ) as kind`.execute(scope.db)
  const { most, count, ...times } = firstOf(rows)
  return { count: Number(count), is_exact: most < PENDING_COUNTED, ...times }
}
