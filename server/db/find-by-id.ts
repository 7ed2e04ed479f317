import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from './context.ts'
import { isUuid } from '#lib/ids.ts'
import { databaseOf } from './database-of.ts'
import type { Database } from './database.ts'

const LOCKS = { change: sql`for no key update`, keep: sql`for key share`, none: sql`` }

/**
 * Returns the row of the scope's workspace with this id, or undefined if there is none or `id` is not a valid
 * id.
 *
 * lock (until the transaction ends): `change` is for callers that change the row, `keep` only prevents its
 * deletion.
 */
export async function findById<T extends keyof Database>(
  scope: Pick<Scope, 'db' | 'directory' | 'workspaceId'>,
  table: T,
  id: string,
  lock: 'change' | 'keep' | 'none' = 'none',
): Promise<Selectable<Database[T]> | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<Selectable<Database[T]>>`
    select * from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId}
      and id = ${id} ${LOCKS[lock]}`.execute(databaseOf(scope, table))
  return rows[0]
}
