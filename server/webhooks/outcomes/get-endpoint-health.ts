import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { firstOf } from '#lib/first-of.ts'
import { firstId } from '#lib/ids.ts'
import { pickFields } from '#lib/schemas.ts'
import { readPending } from './read-pending.ts'
import { EndpointHealth } from './schema.ts'

/** Maximum number of deliveries that a window counts, newest first. */
const DELIVERIES_COUNTED = 50_000

/** The number of deliveries whose attempts provide the durations. */
const DELIVERIES_TIMED = 2_000

const HOUR_MS = 3_600_000

/**
 * Summarises an endpoint: results and durations of the last 24 hours and 7 days, and its backlog. The cost is bounded:
 * beyond a number of deliveries only the newest count, and the response says since when.
 *
 * @throws {AppError} endpoint_not_found
 */
export async function getEndpointHealth(scope: Scope, id: string): Promise<EndpointHealth> {
  const endpoint = await getById(scope, 'webhook_endpoints', id)
  const isDisabled = endpoint.status === 'disabled'
  const now = scope.clock.now().getTime()
  const pending = await readPending(scope, endpoint.id)
  const day = await readWindow(scope, endpoint.id, { now, hours: 1, count: 24 })
  const week = await readWindow(scope, endpoint.id, { now, hours: 6, count: 28 })
  return pickFields(EndpointHealth, {
    ...endpoint,
    endpoint_id: endpoint.id,
    next_probe_at: isDisabled ? endpoint.probe_at : null,
    message: toMessage(endpoint, pending.count),
    // Deliveries pending at a disabled endpoint have no next attempt.
    pending: isDisabled ? { ...pending, next_attempt_at: null } : pending,
    last_24_hours: day,
    last_7_days: week,
  })
}

type Window = EndpointHealth['last_24_hours']

type Bucket = Window['deliveries'] & { number: number; total: number; oldest: Date }

/** Returns a window of `count` buckets of `hours` each, the last of which ends at `now`. */
async function readWindow(
  scope: Scope,
  endpointId: string,
  { now, hours, count }: { now: number; hours: number; count: number },
): Promise<Window> {
  const { workspaceId } = scope
  const start = now - count * hours * HOUR_MS
  const newest = sql`select id, status, created_at from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and id >= ${firstId(new Date(start))}
    order by id desc`
  const number = sql`floor(extract(epoch from created_at - ${new Date(start)}) / ${hours * 3600}::int)`
  const { rows } = await sql<Bucket>`
    select least(greatest(${number}, 0), ${count - 1}::int)::int as number,
      count(*) as total, min(created_at) as oldest,
      count(*) filter (where status = 'succeeded') as succeeded,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'cancelled') as cancelled
    from (${newest} limit ${DELIVERIES_COUNTED}) as delivery
    group by 1`.execute(scope.db)
  const { rows: timed } = await sql<{ p50: number | null; p95: number | null }>`
    select percentile_disc(0.5) within group (order by duration_ms) as p50,
      percentile_disc(0.95) within group (order by duration_ms) as p95
    from (${newest} limit ${DELIVERIES_TIMED}) as delivery
    join webhook_attempts as attempt
      on attempt.workspace_id = ${workspaceId}
        and attempt.delivery_id = delivery.id`.execute(scope.db)
  const deliveries = toCounts(rows)
  const isWhole = rows.reduce((sum, row) => sum + row.total, 0) < DELIVERIES_COUNTED
  const oldest = Math.min(...rows.map((row) => row.oldest.getTime()))
  const over = deliveries.succeeded + deliveries.failed
  return {
    since: new Date(isWhole ? start : oldest),
    is_whole: isWhole,
    deliveries,
    buckets: Array.from({ length: count }, (_, index) => ({
      since: new Date(start + index * hours * HOUR_MS),
      ...toCounts(rows.filter((row) => row.number === index)),
    })),
    success_rate: over === 0 ? null : Math.round((deliveries.succeeded / over) * 10_000) / 10_000,
    duration_ms: firstOf(timed),
  }
}

function toCounts(rows: Bucket[]): Window['deliveries'] {
  const sum = (status: keyof Window['deliveries']) =>
    rows.reduce((total, row) => total + row[status], 0)
  return {
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    pending: sum('pending'),
    cancelled: sum('cancelled'),
  }
}

function toMessage(
  endpoint: Pick<EndpointHealth, 'status' | 'disabled_reason' | 'failing_since'> & {
    probe_at: Date | null
  },
  pending: number,
): string {
  const waiting = pending > 0 ? ' Deliveries are pending.' : ''
  if (endpoint.status === 'enabled') {
    if (endpoint.failing_since)
      return `Every attempt since ${endpoint.failing_since.toISOString()} has failed.${waiting}`
    return pending > 0
      ? 'Healthy. Some deliveries are in progress or waiting for a retry.'
      : 'Healthy.'
  }
  if (endpoint.disabled_reason === 'gone')
    return `Disabled because the receiver responded with 410 Gone.${waiting}`
  if (endpoint.disabled_reason !== 'failing') return `Disabled manually.${waiting}`
  const probe = endpoint.probe_at
    ? ` It is tested again on ${endpoint.probe_at.toISOString()} and enabled if it accepts the delivery.`
    : ''
  return `Disabled because every attempt failed for three days.${waiting}${probe}`
}
