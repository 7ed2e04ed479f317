import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { Scope } from './context.ts'
import { defined } from '#lib/defined.ts'
import { firstOf } from '#lib/first-of.ts'
import { databaseOf } from './database-of.ts'
import type { Database } from './database.ts'

/** The values of a new row, or expressions for them. */
type Values<T extends keyof Database> = {
  [Column in keyof Omit<Insertable<Database[T]>, 'workspace_id'>]:
    | Insertable<Database[T]>[Column]
    | RawBuilder<unknown>
}

/** Inserts a row into the scope's workspace and returns it. A value that is undefined gets its default. */
export async function insertRow<T extends keyof Database>(
  scope: Pick<Scope, 'db' | 'directory' | 'workspaceId'>,
  table: T,
  values: Values<T>,
): Promise<Selectable<Database[T]>> {
  const entries = Object.entries({ workspace_id: scope.workspaceId, ...defined(values) })
  const { rows } = await sql<Selectable<Database[T]>>`
    insert into ${sql.table(table)} (${sql.join(entries.map(([column]) => sql.ref(column)))})
    values (${sql.join(entries.map(([, value]) => value))})
    returning *`.execute(databaseOf(scope, table))
  return firstOf(rows)
}
