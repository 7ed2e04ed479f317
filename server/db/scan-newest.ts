import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { idRange } from '#lib/lists/id-range.ts'
import { rowsOf } from '#lib/page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import {
  afterCursor,
  cursorOf,
  limitOf,
  NEWEST,
  NEWEST_BY_ID,
  readCursor,
  rowsToRead,
} from './list-page.ts'
import type { Db } from './pool.ts'
import { prepared } from './prepared.ts'

/** The maximum number of rows that one page reads. It limits the cost of a filter that no index supports. */
const ROWS_SCANNED = 50_000

type Row = { id: string; created_at: Date }

/** The orders of a scan, each with the columns of one index. */
const ORDERS = {
  id: { order: NEWEST_BY_ID, by: sql`id desc` },
  created: { order: NEWEST, by: sql`created_at desc, id desc` },
}

/** Returns the condition under which the page of `scanCreated` begins; undefined for the first page. @throws {AppError} invalid_cursor */
export function createdAfterCursor(input: PageInput): RawBuilder<boolean> | undefined {
  return afterCursor(NEWEST, input)
}

/** Returns the id after which the page of `scanNewest` begins; undefined for the first page. @throws {AppError} invalid_cursor */
export function scanAfter(input: PageInput): string | undefined {
  return readCursor(NEWEST_BY_ID, input)?.[1] as string | undefined
}

/** The times between which rows were created; `until` is excluded. */
type Times = { since: Date | undefined; until: Date | undefined }

/** Returns the conditions by which a source of `scanNewest` starts behind `after` and can contain rows of these times. */
export function scanRange(after: string | undefined, times: Times): RawBuilder<unknown> {
  const { first, end } = idRange(times)
  return sql`
    ${after ? sql`and id < ${after}` : sql``}
    ${first ? sql`and id >= ${first}` : sql``}
    ${end ? sql`and id < ${end}` : sql``}`
}

/** Returns the conditions that a row is of these times. `scanRange` reads slightly more. */
export function createdIn({ since, until }: Times, column = 'created_at'): RawBuilder<unknown> {
  const createdAt = sql.ref(column)
  return sql`
    ${since ? sql`and ${createdAt} >= ${since}::timestamptz` : sql``}
    ${until ? sql`and ${createdAt} < ${until}::timestamptz` : sql``}`
}

/**
 * A query of a scan: a source is a select without an order that an index serves, `where` names the columns of `scanned`. With
 * `columns`, the names of those of the sources, PostgreSQL plans it once per connection: only for lists that are plain (`isPlain`).
 */
type Scan = {
  sources: RawBuilder<unknown>[]
  where: RawBuilder<unknown>
  columns?: RawBuilder<unknown> | undefined
}

/**
 * Reads one page of the rows of `sources` that match `where`, newest first by id. A source already begins after
 * `scanAfter(input)`.
 *
 * A page reads at most `ROWS_SCANNED` rows: when few match it is short, or even empty, and its cursor continues
 * behind the last row that was read.
 */
export function scanNewest<R extends Row, T>(
  db: Db,
  query: Scan,
  input: PageInput,
  toResource: (row: R) => T,
): Promise<Page<T>> {
  return scan(db, query, input, toResource, ORDERS.id)
}

/** Works like `scanNewest`, newest first by `created_at`. A source already begins after `createdAfterCursor(input)`. */
export function scanCreated<R extends Row, T>(
  db: Db,
  query: Scan,
  input: PageInput,
  toResource: (row: R) => T,
): Promise<Page<T>> {
  return scan(db, query, input, toResource, ORDERS.created)
}

async function scan<R extends Row, T>(
  db: Db,
  { sources, where, columns }: Scan,
  input: PageInput,
  toResource: (row: R) => T,
  { order, by }: (typeof ORDERS)[keyof typeof ORDERS],
): Promise<Page<T>> {
  // PostgreSQL merges the sorted parts only as far as it needs, so a full page ends the scan.
  const newest = sql`order by ${by} limit ${sql.lit(ROWS_SCANNED)}`
  const parts = sources.map((source) => sql`(${source} ${newest})`)
  const shownColumns = columns ?? sql`*`
  const scanned = sql`(select ${shownColumns} from (${sql.join(parts, sql` union all `)}) as part ${newest})`
  const limit = columns ? limitOf(input) : rowsToRead(input)
  const read = async <T>(statement: RawBuilder<T>) => {
    const { rows } = await (columns ? prepared<T>`${statement}` : statement).execute(db)
    return rows
  }
  const rows = await read(
    sql<R>`
    select ${shownColumns} from ${scanned} as scanned where ${where} order by ${by} limit ${sql.lit(limit)}`,
  )
  const shown = rows.slice(0, rowsOf(input))
  const last = sql<Row>`
    select id, created_at from ${scanned} as scanned order by ${by} offset ${sql.lit(ROWS_SCANNED - 1)} limit 1`
  // A scan that reached its limit continues behind its last row; otherwise it read everything.
  const end = rows.length > shown.length ? shown.at(-1) : (await read(last))[0]
  return { data: shown.map(toResource), next_cursor: end ? cursorOf(order, end) : null }
}
