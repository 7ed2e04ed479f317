import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Seconds } from './schema.ts'

/** How long it was from `start` to `end`, over the rows of a group that have both: a `Seconds`, as SQL. */
export function secondsBetween(
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<Seconds> {
  // A platform's times are whole seconds, so that an answer may seem to come before its question.
  const length = sql`greatest(extract(epoch from ${end} - ${start}), 0)`
  return sql<Seconds>`case when count(${end} - ${start}) > 0 then json_build_object(
    'p50', round(percentile_disc(0.5) within group (order by ${length})
      filter (where ${end} is not null))::bigint,
    'p90', round(percentile_disc(0.9) within group (order by ${length})
      filter (where ${end} is not null))::bigint,
    'mean', round(avg(${length}) filter (where ${end} is not null))::bigint) end`
}
