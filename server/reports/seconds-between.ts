import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ReportClock } from './report-clock.ts'
import type { Seconds } from './schema.ts'

/** Returns, as SQL, the `Seconds` by `clock` from `start` to `end` over the rows of a group that have both. */
export function secondsBetween(
  clock: ReportClock,
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<Seconds> {
  // Platforms report whole seconds, so a response can seem to precede its message.
  const length = sql`case when ${end} is not null then greatest(${clock.between(start, end)}, 0) end`
  const part = (share: number) =>
    sql`round(percentile_disc(${share}::float8) within group (order by ${length}))::bigint`
  return sql<Seconds>`case when count(${end}) > 0 then json_build_object(
    'p50', ${part(0.5)}, 'p90', ${part(0.9)}, 'mean', round(avg(${length})::numeric)::bigint) end`
}
