import { sql } from 'kysely'
import type { RawBuilder, Selectable, Updateable } from 'kysely'
import type { Scope } from './context.ts'
import { defined } from '#lib/defined.ts'
import { present } from '#lib/present.ts'
import { databaseOf } from './database-of.ts'
import type { Database } from './database.ts'

/** New values of columns of a table, or expressions for them. */
type Changes<T extends keyof Database> = {
  [Column in keyof Updateable<Database[T]>]?:
    | Updateable<Database[T]>[Column]
    | RawBuilder<unknown>
    | undefined
}

/**
 * Updates the row of the scope's workspace with this id, and returns it as it is then; undefined if there is none. A change that is
 * undefined leaves its column as it is.
 */
export async function updateById<T extends keyof Database>(
  scope: Pick<Scope, 'db' | 'directory' | 'workspaceId'>,
  table: T,
  id: string,
  changes: Changes<T>,
): Promise<Selectable<Database[T]> | undefined> {
  const set = Object.entries(defined(changes)).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  const { rows } = await sql<Selectable<Database[T]>>`
    update ${sql.table(table)} set ${sql.join(set)}
    where workspace_id = ${scope.workspaceId}
      and id = ${id} returning *`.execute(databaseOf(scope, table))
  return rows[0]
}

/** Works like `updateById` for a row that exists. Throws if it does not. */
export async function changeById<T extends keyof Database>(
  scope: Pick<Scope, 'db' | 'directory' | 'workspaceId'>,
  table: T,
  id: string,
  changes: Changes<T>,
): Promise<Selectable<Database[T]>> {
  return present(await updateById(scope, table, id, changes))
}
