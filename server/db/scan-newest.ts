import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { rowsOf } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { cursorOf, NEWEST_BY_ID, readCursor, rowsToRead } from './list-page.ts'
import type { Db } from './pool.ts'

/** The maximum number of rows that one page reads. It limits the cost of a filter that no index supports. */
const ROWS_SCANNED = 50_000

type Row = { id: string; created_at: Date }

/** Returns the id after which the page of `scanNewest` begins; undefined for the first page. @throws {AppError} invalid_cursor */
export function scanAfter(input: PageInput): string | undefined {
  return readCursor(NEWEST_BY_ID, input)?.[1] as string | undefined
}

/**
 * Reads one page of the rows of `sources` that match `where`, newest first by id. A source is a select without an
 * order that an index serves; it already begins after `scanAfter(input)`. `where` names the columns of `scanned`.
 *
 * A page reads at most `ROWS_SCANNED` rows: when few match it is short, or even empty, and its cursor continues
 * behind the last row that was read.
 */
export async function scanNewest<R extends Row, T>(
  db: Db,
  query: { sources: RawBuilder<unknown>[]; where: RawBuilder<unknown> },
  input: PageInput,
  toResource: (row: R) => T,
): Promise<Page<T>> {
  const { sources, where } = query
  // PostgreSQL merges the sorted parts only as far as it needs, so a full page ends the scan.
  const newest = sql`order by id desc limit ${ROWS_SCANNED}`
  const parts = sources.map((source) => sql`(${source} ${newest})`)
  const scanned = sql`(select * from (${sql.join(parts, sql` union all `)}) as part ${newest})`
  const limit = rowsToRead(input)
  const { rows } = await sql<R>`
    select * from ${scanned} as scanned where ${where} order by id desc limit ${limit}`.execute(db)
  const shown = rows.slice(0, rowsOf(input))
  const end = rows.length === limit ? shown.at(-1) : await readLastScanned(db, scanned)
  return { data: shown.map(toResource), next_cursor: end ? cursorOf(NEWEST_BY_ID, end) : null }
}

/** Reads the last row of a scan that reached its limit; undefined when the scan read everything. */
async function readLastScanned(db: Db, scanned: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, created_at from ${scanned} as scanned
    order by id desc offset ${ROWS_SCANNED - 1} limit 1`.execute(db)
  return rows[0]
}
