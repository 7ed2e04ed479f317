import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import { isUuid } from '../lib/ids.ts'
import type { Database } from './types.ts'

type Table = 'people' | 'messages' | 'tickets' | 'webhook_endpoints' | 'webhook_replays'

/** The row of the scope's workspace with this id; undefined when there is none, or when `id` cannot be an id. */
export async function findById<T extends Table>(
  scope: Scope,
  table: T,
  id: string,
): Promise<Selectable<Database[T]> | undefined> {
  if (!isUuid(id)) return undefined
  const row = await scope.db
    .selectFrom(table as Table)
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row as Selectable<Database[T]> | undefined
}
