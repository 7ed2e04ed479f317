import type { Selectable } from 'kysely'
import { readEnv, toConfig } from '#lib/settings/config.ts'
import type { Config } from '#lib/settings/config.ts'
import { openClient } from '#db/pool.ts'
import { LOAD_MS_MAX } from '#db/choose-shard.ts'
import { checkReadWrite } from '#db/connecting/pooled-client.ts'
import type { Database } from '#db/database.ts'
import { listMigrations } from '#db/migrating/read-migrations.ts'
import { MAIN_SHARD } from '#db/shards.ts'
import { describeServers } from '#lib/settings/database-servers.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { explainError } from '../start/explain-error.ts'
import { openDatabase } from '../start/open-database.ts'
import { withSecretKey } from '../start/with-secret-key.ts'
import { adviseMoves } from './advise-moves.ts'
import type { Advice } from './advise-moves.ts'
import type { Result } from './print-result.ts'

/**
 * A shard as the command prints it. `problem`: why it cannot be used; null if it can. `load`: the seconds in which its PostgreSQL
 * executes statements in a second, averaged over hours; null if it was not measured lately.
 */
type ShardStatus = {
  name: string
  server: string
  workspaces: number
  load: number | null
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
/** Nothing is proposed before the loads, which are averages, show the last move. */
const SETTLE_MS = 24 * 3_600_000
const SETTLING: Advice = { lines: [], proposals: [] }

/**
 * Runs `shards status`: asks the server of each shard, not its pooler, for an answer, and counts its workspaces in the directory. Prints the loads, and proposes moves that narrow their difference. Sets `failure` if a shard
 * cannot be used, or has workspaces although DATABASE_SHARD_URLS does not name it.
 */
export async function runShardsStatus(): Promise<Result & { failure?: string }> {
  const config = withSecretKey(toConfig(readEnv()))
  const { shards, move, lines, proposals } = await readShards(config)
  const failed = shards.filter(({ problem }) => problem !== null)
  const width = Math.max(...shards.map(({ name }) => name.length))
  return {
    json: { shards, move, proposals },
    lines: [
      ...shards.map(
        ({ name, server, workspaces, load, answer_ms: ms, problem }) =>
          `${problem === null ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${server}  ${workspaces} workspaces  load ${load?.toFixed(2) ?? 'unknown'}  ${problem ?? `${ms} ms`}`,
      ),
      ...lines,
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
): Promise<{ shards: ShardStatus[]; move: RunningMove | null } & Advice> {
  const alone = { ...config, database: { ...config.database, shards: [] } }
  await using database = await openDatabase(alone, { transient: true, log: () => undefined })
  const { counts, loads, move, movedAt } = await readDirectory(database.url)
  const { url, directUrl } = database
  const known = [{ name: MAIN_SHARD, url, directUrl }, ...config.database.shards]
  const unknown = [...counts.keys()].filter((name) => !known.some((each) => each.name === name))
  const shards = [
    ...(await Promise.all(
      known.map(async ({ name, url: address, directUrl: server = address }) => ({
        name,
        server: describeServers(server),
        workspaces: counts.get(name) ?? 0,
        load: loads.get(name) ?? null,
        ...(await ask(server)),
      })),
    )),
    ...unknown.map((name) => ({
      name,
      server: '-',
      workspaces: entryOf(counts, name),
      load: null,
      answer_ms: null,
      problem: 'DATABASE_SHARD_URLS does not name it',
    })),
  ]
  const urls = new Map(known.map((each) => [each.name, each.directUrl ?? each.url]))
  const loaded = shards.flatMap(({ name, load, problem }) =>
    load !== null && problem === null ? [{ name, load, url: entryOf(urls, name) }] : [],
  )
  const isSettling = move !== null || (movedAt && Date.now() - movedAt.getTime() < SETTLE_MS)
  const advice = isSettling ? SETTLING : await adviseMoves(loaded, database.url)
  return { shards, move, ...advice }
}

async function readDirectory(url: string): Promise<{
  counts: Map<string, number>
  loads: Map<string, number>
  move: RunningMove | null
  movedAt: Date | null
}> {
  await using client = await openClient(url, 'parley command')
  const { rows } = await client.query<{ shard: string; count: number }>(
    'select shard, count(*)::integer as count from workspaces group by shard order by shard',
  )
  const moves = await client.query<RunningMove>(
    'select workspace_id, source, target, state, started_at from workspace_moves where ended_at is null',
  )
  const ended = await client.query<{ at: Date | null }>(
    `select max(ended_at) as at from workspace_moves where state = 'done'`,
  )
  const loads = await client.query<{ shard: string; busy: number }>(
    `select shard, busy from shard_loads
    where busy is not null and measured_at > now() - $1 * interval '1 millisecond'`,
    [LOAD_MS_MAX],
  )
  return {
    counts: new Map(rows.map(({ shard, count }) => [shard, count])),
    loads: new Map(loads.rows.map(({ shard, busy }) => [shard, busy])),
    move: moves.rows[0] ?? null,
    movedAt: firstOf(ended.rows).at,
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
