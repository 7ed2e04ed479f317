import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { firstOf } from '#lib/first-of.ts'
import type { CappedCount } from '#lib/schemas.ts'
import type { Db } from './pool.ts'

/** The highest count. Larger numbers are returned as this one and marked as capped: each further row would cost time. */
const COUNT_MAX = 1_000

/** Counts the rows of each of the selections, by the selections' names. */
export async function countCapped<Name extends string>(
  db: Db,
  selections: Record<Name, RawBuilder<unknown>>,
): Promise<Record<Name, CappedCount>> {
  const columns = Object.entries<RawBuilder<unknown>>(selections).map(
    ([name, rows]) =>
      sql`(select count(*)::integer from (${rows} limit ${COUNT_MAX + 1}) as rows) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<Name, number>>`select ${sql.join(columns)}`.execute(db)
  const counts = Object.entries<number>(firstOf(rows)).map(([name, count]) => [
    name,
    { count: Math.min(count, COUNT_MAX), is_capped: count > COUNT_MAX },
  ])
  return Object.fromEntries(counts) as Record<Name, CappedCount>
}
