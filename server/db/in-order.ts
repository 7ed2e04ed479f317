import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import type { CursorShape } from '#lib/cursor.ts'
import { AppError } from '#lib/errors.ts'
import type { Page, PageInput } from '#lib/pagination.ts'

const TYPES = { time: 'timestamptz', uuid: 'uuid', int: 'bigint', text: 'text' } as const

/**
 * An order of a list, all columns in one direction, so that an index on them serves it. The last one is unique.
 *
 * by: the column or expression; of: its value in a row that was read.
 */
export type Order<R> = {
  direction: 'asc' | 'desc'
  columns: {
    by: RawBuilder<unknown>
    kind: CursorShape[number]
    of: (row: R) => Date | string | number
  }[]
}

/** `query` in `order`, from the cursor of `input` on, one row more than the page shows. @throws {AppError} invalid_cursor */
export function inOrder<DB, TB extends keyof DB, O, R>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order<R>,
  input: PageInput,
): SelectQueryBuilder<DB, TB, O> {
  const { direction, columns } = order
  let ordered = query.limit(limitOf(input) + 1)
  for (const { by } of columns) ordered = ordered.orderBy(by, direction)
  if (input.cursor === undefined) return ordered
  const shape = columns.map((column) => column.kind)
  const values = decodeCursor(input.cursor, shape)
  if (!values) throw new AppError('invalid_cursor', 'The cursor is not one that this list gave.')
  const place = sql.join(
    columns.map(({ kind }, index) => sql`${values[index]}::${sql.raw(TYPES[kind])}`),
  )
  const key = sql.join(columns.map(({ by }) => by))
  return ordered.where(
    sql<boolean>`(${key}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${place})`,
  )
}

/** The page that `rows` make, read by `inOrder`. */
export function toPageInOrder<R, T>(
  rows: R[],
  order: Order<R>,
  input: PageInput,
  toResource: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limitOf(input))
  const last = shown.at(-1)
  const isMore = rows.length > shown.length && last !== undefined
  return {
    data: shown.map(toResource),
    next_cursor: isMore ? encodeCursor(order.columns.map(({ of }) => toValue(of(last)))) : null,
  }
}

function limitOf(input: PageInput): number {
  return input.limit ?? 25
}

function toValue(value: Date | string | number): string | number {
  return value instanceof Date ? value.toISOString() : value
}
