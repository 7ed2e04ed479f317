import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parseTime } from './connecting/parse-time.ts'
import type { Scope } from './context.ts'
import { afterCursor, cursorOf, limitOf } from './list-page.ts'
import type { Order } from './list-page.ts'
import { itemAt } from '#lib/item-at.ts'
import { rowsOf } from '#lib/page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { joinParts } from './list-parts.ts'
import type { ListPart } from './list-parts.ts'
import { prepared } from './prepared.ts'

/**
 * Where the ids of a page come from: `id` and `time` are the columns of the order, `from` the text from the table to its conditions, and
 * `toRow` makes the row that the order reads for the cursor. With `parts`, the list has the rows that are in any of them.
 */
type Source<R> = {
  id: RawBuilder<unknown>
  time: RawBuilder<unknown>
  from: RawBuilder<unknown>
  parts?: readonly ListPart[]
  toRow: (id: string, time: Date) => R
}

/**
 * Reads one page of the ids of a plain list (`isPlain`), in the `order` of a time and the id; another statement reads its rows. All ids
 * come in one row: reading 26 rows of a connection takes longer than all else that the page costs this process, and of their times only
 * that of the last one is needed.
 *
 * PostgreSQL aggregates the rows of an ordered subselect in their order (Aggregate Functions,
 * https://www.postgresql.org/docs/current/functions-aggregate.html).
 * @throws {AppError} invalid_cursor
 */
export async function listIds<R extends { id: string }>(
  { db }: Pick<Scope, 'db'>,
  { id, time, from, parts, toRow }: Source<R>,
  order: Order<R>,
  input: PageInput,
): Promise<Page<{ id: string }>> {
  const after = afterCursor(order, input)
  const by = order.columns.map((column) => sql`${column.by} ${sql.raw(order.direction)}`)
  const limit = sql.lit(limitOf(input))
  const direction = sql.raw(order.direction)
  const read = (where: RawBuilder<boolean>) => sql`(
    select ${id} as id, ${time} as at ${from} and ${where} ${after ? sql`and ${after}` : sql``}
    order by ${sql.join(by)} limit ${limit})`
  const page = parts
    ? sql`${joinParts(parts, sql`part.id, part.at`, read)} order by at ${direction}, id ${direction} limit ${limit}`
    : read(sql`true`)
  const { rows } = await prepared<{ ids: string | null; times: string | null }>`
    select string_agg(id::text, ',') as ids, string_agg(at::text, ',') as times
    from (${page}) as page`.execute(db)
  const { ids, times } = itemAt(rows, 0)
  if (ids === null || times === null) return { data: [], next_cursor: null }
  const found = ids.split(',')
  const shown = found.slice(0, rowsOf(input))
  const last = shown.length - 1
  const next = () => toRow(itemAt(shown, last), parseTime(itemAt(times.split(','), last)))
  return {
    data: shown.map((each) => ({ id: each })),
    next_cursor: found.length > shown.length ? cursorOf(order, next()) : null,
  }
}
