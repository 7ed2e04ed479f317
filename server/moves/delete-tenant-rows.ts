import { inTransaction } from './move-client.ts'
import type { MoveClient } from './move-client.ts'
import { quote } from './read-tables.ts'
import type { MovedTable } from './read-tables.ts'

const DELETE_BATCH = 2_000

/** Deletes the rows of a workspace on a server in small batches. `tables` are those of `readTables`. */
export async function deleteTenantRows(
  client: MoveClient,
  tables: readonly MovedTable[],
  workspaceId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const { name, key } of tables.toReversed()) {
    const columns = key.map((column) => quote(column.name)).join(', ')
    const deleteBatch = () =>
      inTransaction(client, async () => {
        await client.rows(`set local parley.moving = 'on'`)
        return client.rows(
          `delete from ${quote(name)} as t where t.workspace_id = $1 and (${columns}) in (
            select ${columns} from ${quote(name)} as first where first.workspace_id = $1 limit ${DELETE_BATCH})
          returning 1`,
          [workspaceId],
        )
      })
    while ((await deleteBatch()).length === DELETE_BATCH) signal?.throwIfAborted()
  }
}
