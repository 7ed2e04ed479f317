import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { TABLES } from './tables.ts'
import type { TableName } from './tables.ts'

/**
 * Returns, as SQL, the names of all columns of a table that this release knows, each after `source` if it is given. A prepared
 * statement with `*` fails as soon as a migration adds a column, because PostgreSQL keeps the columns that it had at first.
 */
export function rowColumns(table: TableName, source?: string): RawBuilder<unknown> {
  const names = Object.keys(TABLES[table].columns)
  return sql.raw(names.map((name) => (source ? `${source}.${name}` : name)).join(', '))
}

/** Returns the names of all columns of a table that this release knows, for a prepared query of the builder. */
export function columnsOf<Table extends TableName>(
  table: Table,
): (keyof Database[Table] & string)[] {
  return Object.keys(TABLES[table].columns) as (keyof Database[Table] & string)[]
}
