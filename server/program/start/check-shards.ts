import type { Context } from '#db/context.ts'
import { contextsOf, isOnShard, MAIN_SHARD, shardOf } from '#db/shards.ts'
import { StartError } from './start-error.ts'

/**
 * Checks that DATABASE_SHARD_URLS names every shard that has workspaces, and that each address leads to the server that has
 * them: otherwise their data would seem to be gone, and new data would be written to the wrong server.
 *
 * @throws {StartError}
 */
export async function checkShards(context: Context): Promise<void> {
  const names = context.shards?.all.map(({ shard }) => shard) ?? [MAIN_SHARD]
  const other = await context.directory
    .selectFrom('workspaces')
    .select('shard')
    .where('shard', 'not in', names)
    .limit(1)
    .executeTakeFirst()
  if (other)
    throw new StartError(
      `There are workspaces on the shard "${other.shard}", which DATABASE_SHARD_URLS does not name.`,
    )
  if (context.shards)
    for (const { context: there } of contextsOf(context)) await checkAddress(there)
}

async function checkAddress(context: Context): Promise<void> {
  // The first row of a workspace is an effect, which the process that created the workspace may have left to others.
  const oldest = await context.directory
    .selectFrom('workspaces')
    .select('id')
    .where(isOnShard(context))
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('directory_outbox')
            .select('directory_outbox.id')
            .whereRef('directory_outbox.workspace_id', '=', 'workspaces.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const isThere =
    !oldest ||
    (await context.db
      .selectFrom('workspace_counters')
      .select('workspace_id')
      .where('workspace_id', '=', oldest.id)
      .executeTakeFirst())
  if (!isThere)
    throw new StartError(
      `The server of the shard "${shardOf(context)}" does not have its workspaces. Check DATABASE_URL and DATABASE_SHARD_URLS.`,
    )
}
