import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from './context.ts'
import { bulkRows } from './bulk-rows.ts'
import type { ElementTypes } from './connecting/encode-array.ts'
import type { TenantTable } from './tables.ts'
import type { Database } from './database.ts'

/** The types of columns by their names. */
export type ColumnTypes<Name extends string> = { readonly [Column in Name]: keyof ElementTypes }

/**
 * Returns the statement that sets these columns in rows of the scope's workspace to the values in `rows`, each found by its
 * id. `also` is another assignment of the statement.
 */
export function bulkUpdate<Table extends TenantTable, Name extends keyof Database[Table] & string>(
  { workspaceId }: Pick<Scope, 'workspaceId'>,
  table: Table,
  rows: readonly ({ id: string } & { readonly [Column in NoInfer<Name>]: unknown })[],
  columns: ColumnTypes<Name>,
  also?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const types = Object.entries<keyof ElementTypes>({ id: 'uuid', ...columns })
  const readers = types.map(([name, type]) => [name, [type, readerOf(name, type)]] as const)
  const given = bulkRows('given', rows, Object.fromEntries(readers))
  const changes = Object.keys(columns).map((name) => `${name} = given.${name}`)
  return sql`
    update ${sql.table(table)} set ${sql.raw(changes.join(', '))} ${also ? sql`, ${also}` : sql``}
    from ${given}
    where ${sql.table(table)}.workspace_id = ${workspaceId} and ${sql.table(table)}.id = given.id`
}

/** Returns a function that reads a column as `bulkRows` writes it. JSON is written as text. */
function readerOf(name: string, type: keyof ElementTypes) {
  return (row: Record<string, unknown>) => {
    const value = row[name] ?? null
    return (type === 'jsonb' && value !== null ? JSON.stringify(value) : value) as never
  }
}
