import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { contextsOf, MOVES_KNOWN_MS, shardOf } from '#db/shards.ts'
import { ALL_TABLES } from '#db/tables.ts'
import { present } from '#lib/present.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { deleteTenantRows } from './delete-tenant-rows.ts'
import { drainLanes } from './fence.ts'
import { openMoveClient } from './move-client.ts'
import { readTables } from './read-tables.ts'

/** Tables of the directory with rows of workspaces, but for the workspaces. Memberships are last: others refer to them. */
const DIRECTORY_TABLES = ALL_TABLES.filter(
  ({ name, home, columns }) =>
    home === 'directory' && 'workspace_id' in columns && name !== 'memberships',
)
  .map(({ name }) => name)
  .concat('memberships')

/**
 * Deletes a workspace with everything in it: keys, sign-ins and routes first, so that nothing reaches it, then its rows, its files
 * in `storage`, and itself. `userIds` are users to delete with it, unless they are in another workspace, too. A deletion that was
 * interrupted is completed by the next one.
 *
 * @throws {Error} the workspace is moving to another shard, or its work in progress does not end
 */
export async function deleteWorkspace(
  context: Context,
  { id, shard }: { id: string; shard: string },
  { storage, userIds }: { storage: MediaStorage; userIds: readonly string[] },
): Promise<void> {
  const { url } = present(contextsOf(context).find((each) => shardOf(each.context) === shard))
  const client = await openMoveClient(present(url))
  try {
    const tables = await readTables(client)
    const endAbsence = () =>
      client.rows('delete from absent_workspaces where workspace_id = $1', [id])
    await checkIsNotMoving(context, id)
    try {
      await drainLanes(client, id)
      await deleteAccess(context, id, userIds)
    } catch (err) {
      await endAbsence()
      throw err
    }
    await deleteTenantRows(client, tables, id)
    // Requests that had found the workspace before may have written since.
    await delay(MOVES_KNOWN_MS)
    await deleteTenantRows(client, tables, id)
    for await (const key of storage.list()) if (key.startsWith(`${id}/`)) await storage.remove(key)
    await client.rows('delete from lanes where workspace_id = $1', [id])
    await endAbsence()
    await context.directory.deleteFrom('workspaces').where('id', '=', id).execute()
  } finally {
    await client.close()
  }
}

async function checkIsNotMoving({ directory }: Context, workspaceId: string): Promise<void> {
  const moving = await directory
    .selectFrom('workspace_moves')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (moving) throw new Error('The workspace is moving to another shard. Try again afterwards.')
}

/** Deletes the workspace's rows in the directory, and users that are in no other workspace. */
async function deleteAccess(
  context: Context,
  workspaceId: string,
  userIds: readonly string[],
): Promise<void> {
  await directoryTransaction(context, async ({ directory }) => {
    for (const table of DIRECTORY_TABLES)
      await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(
        directory,
      )
    if (userIds.length > 0)
      await sql`
        delete from users where id = any (${userIds}::uuid[])
          and not exists (select from memberships where user_id = users.id)`.execute(directory)
  })
}
