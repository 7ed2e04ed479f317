import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { TABLES } from '#db/tables.ts'
import type { TableName } from '#db/tables.ts'

/** Returns the exported columns of a table as SQL. `name` is the table's name in the query. */
export function columnsOf(table: TableName, name: string = table): RawBuilder<unknown> {
  const columns = Object.entries(TABLES[table].columns)
  const exported = columns.filter(([, { facts }]) => facts.exported === true)
  return sql.join(exported.map(([column]) => sql.ref(`${name}.${column}`)))
}
