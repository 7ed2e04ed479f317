import { sql } from 'kysely'
import type { SelectQueryBuilder } from 'kysely'
import type { PageKey } from '#lib/pagination.ts'

/**
 * `query` in the order of a list, newest first, from `after` on, `limit` rows. `time` and `id` name its columns.
 *
 * The pair is compared as a row, so an index on both serves the order and the place to begin.
 */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  columns: { time: string; id: string },
  page: { after: PageKey | undefined; limit: number },
): SelectQueryBuilder<DB, TB, O> {
  const [time, id] = [sql.ref(columns.time), sql.ref(columns.id)]
  const ordered = query.orderBy(time, 'desc').orderBy(id, 'desc').limit(page.limit)
  if (!page.after) return ordered
  const { after } = page
  return ordered.where(
    sql<boolean>`(${time}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
  )
}
