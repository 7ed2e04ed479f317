import type { Insertable, Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { TenantTable } from './tables.ts'
import type { Database } from './types.ts'

/** Inserts a row of the scope's workspace and returns it. */
export async function insertRow<T extends TenantTable>(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  table: T,
  values: Omit<Insertable<Database[T]>, 'workspace_id'>,
): Promise<Selectable<Database[T]>> {
  const query = db
    .insertInto(table as 'chats')
    .values({ workspace_id: workspaceId, ...values } as Insertable<Database['chats']>)
    .returningAll()
  return (await query.executeTakeFirstOrThrow()) as unknown as Selectable<Database[T]>
}
