import type { NotNull } from 'kysely'
import type { Context } from '#db/context.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { LOST_AFTER_MS } from '#shared/instance.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { readShard } from './read-shard.ts'
import type { Instance, ShardState } from './schema.ts'

/** The time in which a state is used again, so that several operators do not each query the databases. */
const FRESH_MS = 5_000

/** The check of every shard: what failed there, if something did. */
type Checks = {
  check: () => Promise<{ shards: { shard: string; failed: { problem: string } | undefined }[] }>
}

/** Creates the function that reads the state of the whole instance, or returns the one that was read a moment ago. */
export function createInstanceReader(context: Context, readiness: Checks): () => Promise<Instance> {
  let running: Promise<Instance> | undefined
  let readAt = -Infinity
  return () => {
    const now = performance.now()
    if (running && now - readAt < FRESH_MS) return running
    readAt = now
    running = getInstance(context, readiness)
    running.catch(() => (readAt = -Infinity))
    return running
  }
}

async function getInstance(context: Context, readiness: Checks): Promise<Instance> {
  const now = context.clock.now()
  const { shards: checked } = await readiness.check()
  const shards = await Promise.all(
    contextsOf(context).map(async ({ context: there }) => {
      const failed = checked.find(({ shard }) => shard === shardOf(there))?.failed
      return readShard(there, failed?.problem)
    }),
  )
  const { directory } = context
  const processes = await directory
    .selectFrom('processes')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  const backup = await directory
    .selectFrom('backups')
    .select([
      'started_at',
      'finished_at',
      'complete_until',
      'limitation',
      'bytes',
      'is_encrypted',
      'has_files',
    ])
    .where('error', 'is', null)
    .$narrowType<{
      complete_until: NotNull
      bytes: NotNull
      is_encrypted: NotNull
      has_files: NotNull
    }>()
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ids = workspacesOf(shards)
  const workspaces =
    ids.length === 0
      ? []
      : await directory
          .selectFrom('workspaces')
          .select(['id', 'name', 'slug'])
          .where('id', 'in', ids)
          .execute()
  return {
    read_at: now,
    version: BUILD_VERSION,
    processes: processes.map((each) => ({
      ...each,
      is_lost: each.seen_at.getTime() < now.getTime() - LOST_AFTER_MS,
    })),
    last_backup: backup ?? null,
    shards,
    workspaces,
  }
}

function workspacesOf(shards: ShardState[]): string[] {
  const rows = shards.flatMap(({ stuck_lanes, failures, endpoints, channels }) => [
    ...(stuck_lanes ?? []),
    ...(failures ?? []),
    ...(endpoints ?? []),
    ...(channels ?? []),
  ])
  return [...new Set(rows.map((row) => row.workspace_id))]
}
