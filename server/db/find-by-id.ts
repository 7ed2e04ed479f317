import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { isUuid } from '#lib/ids.ts'
import type { TenantTable } from './tables.ts'
import type { Database } from './types.ts'

type TableWithId = {
  [Name in TenantTable]: Database[Name] extends { id: string } ? Name : never
}[TenantTable]
type Table = TableWithId | 'api_keys'

/**
 * Returns the row of the scope's workspace with this id, or undefined if there is none or `id` is not a valid
 * id.
 *
 * lock (until the transaction ends): `change` is for callers that change the row, `keep` only prevents its
 * deletion.
 */
export async function findById<T extends Table>(
  scope: Scope,
  table: T,
  id: string,
  lock?: 'change' | 'keep',
): Promise<Selectable<Database[T]> | undefined> {
  if (!isUuid(id)) return undefined
  const db = table === 'api_keys' ? scope.directory : scope.db
  const query = db
    .selectFrom(table as 'chats' | 'api_keys')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .$if(lock === 'change', (locked) => locked.forNoKeyUpdate())
    .$if(lock === 'keep', (locked) => locked.forKeyShare())
  const row = await query.executeTakeFirst()
  return row as unknown as Selectable<Database[T]> | undefined
}
