import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { isUuid } from '#lib/ids.ts'
import type { Database } from './types.ts'

type Table =
  | 'people'
  | 'messages'
  | 'tickets'
  | 'webhook_endpoints'
  | 'webhook_replays'
  | 'channels'

/**
 * The row of the scope's workspace with this id; undefined when there is none, or when `id` cannot be an id.
 *
 * lock, until the transaction ends: `change` is for who will change the row, `keep` only keeps it from deletion.
 */
export async function findById<T extends Table>(
  scope: Scope,
  table: T,
  id: string,
  lock?: 'change' | 'keep',
): Promise<Selectable<Database[T]> | undefined> {
  if (!isUuid(id)) return undefined
  const query = scope.db
    .selectFrom(table as Table)
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .$if(lock === 'change', (locked) => locked.forNoKeyUpdate())
    .$if(lock === 'keep', (locked) => locked.forKeyShare())
  const row = await query.executeTakeFirst()
  return row as Selectable<Database[T]> | undefined
}
