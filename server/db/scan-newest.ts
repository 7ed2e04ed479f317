import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { encodeCursor } from '#lib/cursor.ts'
import type { Page } from '#lib/pagination.ts'
import type { Db } from './pool.ts'

/** Rows that one page looks at, at most: what a filter without an index of its own may cost. */
export const ROWS_SCANNED = 50_000

/** A row of a list in the order of ids, newest first. */
type Row = { id: string; created_at: Date }

/**
 * One page of the rows that `sources` give and `where` picks, newest first by id. A source is a select without an
 * order that an index serves; it already begins after the cursor. `limit` is that of `readPageInput`.
 *
 * No page looks at more than `ROWS_SCANNED` rows: where little matches it is short, or even empty, and says where
 * to go on. `where` names the columns of `scanned`.
 */
export async function scanNewest<R extends Row, T>(
  db: Db,
  query: { sources: RawBuilder<unknown>[]; where: RawBuilder<unknown>; limit: number },
  toResource: (row: R) => T,
): Promise<Page<T>> {
  const { sources, where, limit } = query
  // Sorted parts are merged as far as they are asked for, so that a page which fills ends the scan.
  const newest = sql`order by id desc limit ${ROWS_SCANNED}`
  const parts = sources.map((source) => sql`(${source} ${newest})`)
  const scanned = sql`(select * from (${sql.join(parts, sql` union all `)}) as part ${newest})`
  const { rows } = await sql<R>`
    select * from ${scanned} as scanned where ${where} order by id desc limit ${limit}`.execute(db)
  const shown = rows.slice(0, limit - 1)
  const end =
    rows.length === limit
      ? shown.at(-1)
      : (
          await sql<Row>`
      select id, created_at from ${scanned} as scanned
      order by id desc offset ${ROWS_SCANNED - 1} limit 1`.execute(db)
        ).rows[0]
  return {
    data: shown.map(toResource),
    next_cursor: end ? encodeCursor([end.created_at.toISOString(), end.id]) : null,
  }
}
