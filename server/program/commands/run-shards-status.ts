import type { Selectable } from 'kysely'
import { readEnv, toConfig } from '#lib/settings/config.ts'
import type { Config } from '#lib/settings/config.ts'
import { openClient } from '#db/pool.ts'
import { checkReadWrite } from '#db/connecting/pooled-client.ts'
import type { Database } from '#db/database.ts'
import { listMigrations } from '#db/migrating/read-migrations.ts'
import { MAIN_SHARD } from '#db/shards.ts'
import { describeServers } from '#lib/settings/database-servers.ts'
import { entryOf } from '#lib/entry-of.ts'
import { explainError } from '../start/explain-error.ts'
import { openDatabase } from '../start/open-database.ts'
import { withSecretKey } from '../start/with-secret-key.ts'
import type { Result } from './print-result.ts'

/** A shard as the command prints it. `problem`: why it cannot be used; null if it can. */
type ShardStatus = {
  name: string
  server: string
  workspaces: number
  answer_ms: number | null
  problem: string | null
}

/** A move that is running, as the command prints it. */
type RunningMove = Pick<
  Selectable<Database['workspace_moves']>,
  'workspace_id' | 'source' | 'target' | 'state' | 'started_at'
>

/** The time limit of a connection to a shard. */
const CONNECT_MS = 5_000

/**
 * Runs `shards status`: asks the server of each shard, not its pooler, for an answer, and counts its workspaces in the directory. Sets `failure` if a shard
 * cannot be used, or has workspaces although DATABASE_SHARD_URLS does not name it.
 */
export async function runShardsStatus(): Promise<Result & { failure?: string }> {
  const config = withSecretKey(toConfig(readEnv()))
  const { shards, move } = await readShards(config)
  const failed = shards.filter(({ problem }) => problem !== null)
  const width = Math.max(...shards.map(({ name }) => name.length))
  return {
    json: { shards, move },
    lines: [
      ...shards.map(
        ({ name, server, workspaces, answer_ms: ms, problem }) =>
          `${problem === null ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${server}  ${workspaces} workspaces  ${problem ?? `${ms} ms`}`,
      ),
      ...(move
        ? [
            `The workspace ${move.workspace_id} moves from ${move.source} to ${move.target} since ${move.started_at.toISOString()} (${move.state}).`,
          ]
        : []),
    ],
    ...(failed.length > 0 && {
      failure: `${failed.length} of ${shards.length} shards cannot be used: ${failed.map(({ name }) => name).join(', ')}.`,
    }),
  }
}

async function readShards(
  config: Config,
): Promise<{ shards: ShardStatus[]; move: RunningMove | null }> {
  const alone = { ...config, database: { ...config.database, shards: [] } }
  await using database = await openDatabase(alone, { transient: true, log: () => undefined })
  const { counts, move } = await readDirectory(database.url)
  const { url, directUrl } = database
  const known = [{ name: MAIN_SHARD, url, directUrl }, ...config.database.shards]
  const unknown = [...counts.keys()].filter((name) => !known.some((each) => each.name === name))
  const shards = [
    ...(await Promise.all(
      known.map(async ({ name, url: address, directUrl: server = address }) => ({
        name,
        server: describeServers(server),
        workspaces: counts.get(name) ?? 0,
        ...(await ask(server)),
      })),
    )),
    ...unknown.map((name) => ({
      name,
      server: '-',
      workspaces: entryOf(counts, name),
      answer_ms: null,
      problem: 'DATABASE_SHARD_URLS does not name it',
    })),
  ]
  return { shards, move }
}

async function readDirectory(
  url: string,
): Promise<{ counts: Map<string, number>; move: RunningMove | null }> {
  await using client = await openClient(url, 'parley command')
  const { rows } = await client.query<{ shard: string; count: number }>(
    'select shard, count(*)::integer as count from workspaces group by shard order by shard',
  )
  const moves = await client.query<RunningMove>(
    'select workspace_id, source, target, state, started_at from workspace_moves where ended_at is null',
  )
  return {
    counts: new Map(rows.map(({ shard, count }) => [shard, count])),
    move: moves.rows[0] ?? null,
  }
}

/** Asks a shard for its migrations, and whether it accepts writes. */
async function ask(url: string): Promise<Pick<ShardStatus, 'answer_ms' | 'problem'>> {
  const startedAt = performance.now()
  try {
    await using client = await openClient(url, 'parley command', {
      timeoutMs: CONNECT_MS,
      limits: true,
    })
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    await checkReadWrite(client)
    const answer_ms = Math.round(performance.now() - startedAt)
    const applied = new Set(rows.map(({ name }) => name))
    const pending = (await listMigrations()).filter((name) => !applied.has(name))
    return {
      answer_ms,
      problem:
        pending.length > 0 ? `${pending.length} migrations are pending: parley migrate` : null,
    }
  } catch (err) {
    return { answer_ms: null, problem: explainError(err).join(' ') }
  }
}
