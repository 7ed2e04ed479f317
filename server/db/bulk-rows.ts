import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { encodeArray } from './connecting/encode-array.ts'
import type { ElementTypes } from './connecting/encode-array.ts'

type Column<T> = {
  [Type in keyof ElementTypes]: readonly [
    type: Type,
    read: (item: T, index: number) => ElementTypes[Type] | null,
  ]
}[keyof ElementTypes]

/** Rows to use in a statement after `from` or `join`; `columns` is the list of their names. */
type BulkRows = RawBuilder<unknown> & { columns: RawBuilder<unknown> }

/**
 * Returns `items` as rows of a relation called `name`, each column by its type and a function that reads its value.
 *
 * Passes one array per column, so that the text of the statement does not depend on how many items there are. In an
 * insert, use `columns` in both lists: `insert into t (a, ${rows.columns}) select 1, ${rows.columns} from ${rows}`.
 */
export function bulkRows<T>(
  name: string,
  items: readonly T[],
  columns: Record<string, Column<T>>,
): BulkRows {
  const entries = Object.entries(columns)
  const types = entries.map(([, [type]]) => type)
  const arrays = entries.map(([, [type, read]]) =>
    encodeArray(
      type,
      items.map((item, index) => read(item, index) ?? null),
    ),
  )
  const names = entries.map(([column]) => `"${column}"`).join(', ')
  // One node for all arrays: a node for each column would slow down the busiest statements.
  const text = [
    'unnest(',
    ...types.slice(0, -1).map((type) => `::${type}[], `),
    `::${types.at(-1)}[]) as "${name}" (${names})`,
  ]
  const rows = sql(Object.assign(text, { raw: text }), ...arrays)
  return Object.assign(rows, { columns: sql.raw(names) })
}
