import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { firstId } from '#lib/ids.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { describeRange, fillBuckets, readRange } from './read-range.ts'
import type { DeliveryReport, DeliveryReportQuery } from './schema.ts'

type Figures = DeliveryReport['totals']
type Row = Omit<Figures, 'success_rate'> & { bucket: number | null }

const DAY_MS = 86_400_000

/**
 * Reports the outcomes and speed of the deliveries of a period's events, without test deliveries. Deliveries
 * are counted at the time of their event, which their id contains, so only that range of the primary key is
 * read.
 *
 * @throws {AppError} validation_failed
 */
export async function getDeliveryReport(
  scope: Scope,
  input: Static<typeof DeliveryReportQuery>,
): Promise<DeliveryReport> {
  const range = readRange(scope, input)
  const bounds = range.bounds.map((each) => firstId(each))
  const { endpoint_id: endpointId } = input
  const part = (share: number) =>
    sql`percentile_disc(${share}::float8) within group (order by latency)`
  const { rows } = await sql<Row>`
    select bucket,
      count(*) filter (where status = 'succeeded') as succeeded,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'cancelled') as cancelled,
      case when bool_or(status = 'succeeded')
        then json_build_object('p50', ${part(0.5)}, 'p95', ${part(0.95)}) end as latency_ms
    from (
      select width_bucket(id, ${bounds}::uuid[]) as bucket, status,
        case status when 'succeeded' then round(date_part('epoch', completed_at - created_at) * 1000)::bigint end as latency
      from webhook_deliveries
      where workspace_id = ${scope.workspaceId} and id >= ${bounds[0]} and id < ${bounds.at(-1)}
        and test_body is null
        ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}
    ) as delivery
    group by grouping sets ((bucket), ())`.execute(scope.db)
  const numbered = rows.flatMap((row) =>
    row.bucket === null ? [] : [{ ...row, bucket: row.bucket }],
  )
  const { retention_days: days } = await getWorkspace(scope, scope.workspaceId)
  return {
    ...describeRange(range),
    buckets: fillBuckets(range, numbered, toFigures),
    totals: toFigures(rows.find(({ bucket }) => bucket === null)),
    kept_since: new Date(scope.clock.now().getTime() - days * DAY_MS),
  }
}

function toFigures(row: Omit<Row, 'bucket'> | undefined): Figures {
  const { succeeded = 0, failed = 0, pending = 0, cancelled = 0, latency_ms = null } = row ?? {}
  const over = succeeded + failed
  const success_rate = over === 0 ? null : Math.round((succeeded / over) * 10_000) / 10_000
  return { succeeded, failed, pending, cancelled, success_rate, latency_ms }
}
