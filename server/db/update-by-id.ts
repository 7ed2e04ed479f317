import type { Selectable, Updateable } from 'kysely'
import type { Scope } from '#context.ts'
import { updateTable } from './select-from.ts'
import type { TenantTable } from './tables.ts'
import type { Database } from './types.ts'

/** Changes the row of the scope's workspace with this id, which must exist, and returns it. */
export async function updateById<T extends TenantTable>(
  scope: Pick<Scope, 'db' | 'workspaceId'>,
  table: T,
  id: string,
  changes: Updateable<Database[T]>,
): Promise<Selectable<Database[T]>> {
  const query = updateTable(scope, table as 'chats')
    .set(changes as Updateable<Database['chats']>)
    .where('id', '=', id)
    .returningAll()
  return (await query.executeTakeFirstOrThrow()) as unknown as Selectable<Database[T]>
}
