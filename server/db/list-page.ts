import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder, Simplify } from 'kysely'
import { decodeCursor, encodeCursor } from '#lib/lists/encode-cursor.ts'
import type { CursorShape } from '#lib/lists/encode-cursor.ts'
import { AppError } from '#lib/errors.ts'
import { rowsOf } from '#lib/page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { PREPARED } from './prepared.ts'

const TYPES = { time: 'timestamptz', uuid: 'uuid', int: 'bigint', text: 'text' } as const

/**
 * Order of a list, all columns in one direction, so that one index on them serves it. The last column is unique.
 *
 * by: the column or expression; undefined for a value that only the cursor carries.
 * of: its value in a row that was read.
 */
export type Order<R> = {
  direction: 'asc' | 'desc'
  columns: {
    by: RawBuilder<unknown> | undefined
    kind: CursorShape[number]
    of: (row: R) => Date | string | number
  }[]
}

/** Returns the order by the column `time`, newest first, then by the column `id`. `at` reads the time of a row. */
export function newestFirst<R extends { id: string }>(
  time: string,
  id: string,
  at: (row: R) => Date,
): Order<R> {
  return {
    direction: 'desc',
    columns: [
      { by: sql.ref(time), kind: 'time', of: at },
      { by: sql.ref(id), kind: 'uuid', of: (row) => row.id },
    ],
  }
}

type Created = { id: string; created_at: Date }

/** By time of creation, newest first. */
export const NEWEST: Order<Created> = newestFirst('created_at', 'id', (row) => row.created_at)

/** By id, newest first: an id carries its time, so the list needs no index by time. */
export const NEWEST_BY_ID: Order<Created> = {
  direction: 'desc',
  columns: [
    { by: undefined, kind: 'time', of: (row) => row.created_at },
    { by: sql.ref('id'), kind: 'uuid', of: (row) => row.id },
  ],
}

/** By id alone, newest first. */
export const NEWEST_IDS: Order<{ id: string }> = {
  direction: 'desc',
  columns: [{ by: sql.ref('id'), kind: 'uuid', of: (row) => row.id }],
}

/** Fields of a list's query that choose a page and its order, and what it shows of each row. */
const PAGE_FIELDS = new Set(['limit', 'cursor', 'sort', 'expand'])

/**
 * Returns whether a list has no filters but those in `served`, which the index of its order serves. Its page is then found
 * quickly in this order in every workspace, so one plan is right for all.
 */
export function isPlain(input: object, served: readonly string[] = []): boolean {
  return Object.entries(input).every(
    ([name, value]) => value === undefined || PAGE_FIELDS.has(name) || served.includes(name),
  )
}

/** The limits of prepared queries: PostgreSQL expects a tenth of all rows of a limit that it does not know. */
const LIMITS = [26, 51, PAGE_SIZE.max + 1]

/**
 * Reads one page of `query` in `order`. With `plain` (`isPlain`), PostgreSQL plans the query once per connection, otherwise at
 * each call: a plan for any filter can be many times slower.
 *
 * @throws {AppError} invalid_cursor
 */
export async function listPage<DB, TB extends keyof DB, O, T>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order<Simplify<O>>,
  input: PageInput,
  toResource: (row: Simplify<O>) => T,
  plain = false,
): Promise<Page<T>> {
  let page = plain ? toPrepared(query, limitOf(input)) : query.limit(rowsToRead(input))
  for (const { by } of order.columns) if (by) page = page.orderBy(by, order.direction)
  const after = afterCursor(order, input)
  if (after) page = page.where(after)
  return toPage(await page.execute(), order, input, toResource)
}

/** Returns how many rows a prepared query reads for a page: at least `rowsToRead(input)`, and one of few numbers. */
export function limitOf(input: PageInput): number {
  const rows = rowsToRead(input)
  return LIMITS.find((each) => each >= rows) ?? rows
}

function toPrepared<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  limit: number,
): SelectQueryBuilder<DB, TB, O> {
  return query.modifyFront(PREPARED).limit(sql.lit(limit))
}

/**
 * Reads the resources of a page of ids. `read` is a prepared statement, because PostgreSQL would otherwise plan the joins
 * of a resource again for each request. Leaves out what was deleted in between.
 */
export async function readPage<T>(
  { data, next_cursor }: Page<{ id: string }>,
  read: (ids: string[]) => Promise<(T | undefined)[]>,
): Promise<Page<T>> {
  const found = await read(data.map(({ id }) => id))
  return { data: found.filter((each) => each !== undefined), next_cursor }
}

/** Returns how many rows to read for a page: one more than it shows, to know whether there is a next page. */
export function rowsToRead(input: PageInput): number {
  return rowsOf(input) + 1
}

/**
 * Returns the condition that a row comes after the cursor; undefined without a cursor. The columns are compared as
 * a row, so that an index on them finds the first one. @throws {AppError} invalid_cursor
 */
export function afterCursor<R>(
  { direction, columns }: Order<R>,
  input: PageInput,
): RawBuilder<boolean> | undefined {
  const values = readCursor({ columns }, input)
  if (!values) return undefined
  const key = columns.flatMap(({ by, kind }, index) =>
    by ? [{ by, value: sql`${values[index]}::${sql.raw(TYPES[kind])}` }] : [],
  )
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  return sql`(${sql.join(key.map(({ by }) => by))}) ${sign} (${sql.join(key.map(({ value }) => value))})`
}

/** Returns the values of the cursor, one per column; undefined without a cursor. @throws {AppError} invalid_cursor */
export function readCursor<R>(
  { columns }: Pick<Order<R>, 'columns'>,
  { cursor }: PageInput,
): (string | number)[] | undefined {
  if (cursor === undefined) return undefined
  const kinds = columns.map((column) => column.kind)
  const values = decodeCursor(cursor, kinds)
  if (!values) throw new AppError('invalid_cursor', 'The cursor is not a next_cursor of this list.')
  return values
}

/** Returns the cursor behind `row`. */
export function cursorOf<R>({ columns }: Pick<Order<R>, 'columns'>, row: R): string {
  const values = columns.map(({ of }) => of(row))
  return encodeCursor(values.map((value) => (value instanceof Date ? value.toISOString() : value)))
}

/** Returns the page of `rows`, of which up to `rowsToRead(input)` were read. */
export function toPage<R, T>(
  rows: R[],
  order: Order<R>,
  input: PageInput,
  toResource: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, rowsOf(input))
  const last = shown.at(-1)
  const isMore = rows.length > shown.length && last !== undefined
  return { data: shown.map(toResource), next_cursor: isMore ? cursorOf(order, last) : null }
}
