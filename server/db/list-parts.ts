import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder, Simplify } from 'kysely'
import type { Page, PageInput } from '#lib/page.ts'
import type { Scope } from './context.ts'
import { afterCursor, rowsToRead, toPage } from './list-page.ts'
import type { Order } from './list-page.ts'

/**
 * A part of a list, by the condition `where` on the table of its order; with `each`, one part for each row of it, which the condition can
 * name. An index begins with what the condition compares, so that the page of a part is found as quickly as one of the whole list.
 */
export type ListPart = { each?: RawBuilder<unknown>; where: RawBuilder<boolean> }

/** A list of the rows of `query` that are in any of its parts. It selects the columns of its order, which are those of `table`. */
type PartedList<DB, TB extends keyof DB, O> = {
  query: SelectQueryBuilder<DB, TB, O>
  table: string
  parts: readonly ListPart[]
}

/** Joins the `columns` of the pages of parts; a row that is in several of them comes once. `read` selects the page of a condition. */
export function joinParts(
  parts: readonly ListPart[],
  columns: RawBuilder<unknown>,
  read: (where: RawBuilder<boolean>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const pages = parts.map(({ each, where }) =>
    each
      ? sql`(select ${columns} from ${each} cross join lateral ${read(where)} as part)`
      : read(where),
  )
  return sql.join(pages, sql` union `)
}

/** Reads one page of a list that is read in parts, in `order`. @throws {AppError} invalid_cursor */
export async function listParts<DB, TB extends keyof DB, O>(
  { db }: Pick<Scope, 'db'>,
  { query, table, parts }: PartedList<DB, TB, O>,
  order: Order<Simplify<O>>,
  input: PageInput,
): Promise<Page<Simplify<O>>> {
  const limit = rowsToRead(input)
  const after = afterCursor(order, input)
  const columns = order.columns.flatMap(({ by }) => by ?? [])
  let page = query.limit(limit)
  for (const by of columns) page = page.orderBy(by, order.direction)
  if (after) page = page.where(after)
  const pages = joinParts(parts, sql`part.*`, (where) => sql`${page.where(where)}`)
  const by = sql.join(columns.map((column) => sql`${column} ${sql.raw(order.direction)}`))
  const { rows } = await sql<Simplify<O>>`
    select * from (${pages}) as ${sql.table(table)} order by ${by} limit ${limit}`.execute(db)
  return toPage(rows, order, input, (row) => row)
}
