import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import type { Context } from '#db/context.ts'
import { addLogFiles } from '#db/embedded/add-log-files.ts'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { createClient, createDb, createPool } from '#db/pool.ts'
import { createLog } from '#lib/create-log.ts'
import { systemClock } from '#lib/clock.ts'
import { testConfig } from '#test/context.ts'

/** A migrated PostgreSQL of a benchmark's own, with fsync as in production. */
export type BenchDatabase = {
  url: string
  context: Context
  /** Runs statements on a connection of their own, however long they take. */
  query: (sql: string) => Promise<void>
  rows: <R extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<R[]>
  /** Runs `seed` without waiting for the disk, and then writes all of it there. */
  seedFast: (seed: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** Starts it in a temporary directory, which `close` removes. `settings` are PostgreSQL's own. */
export async function openBenchDatabase(
  settings: Record<string, string> = {},
): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const database = await startEmbedded({ dataDir, settings, log: () => undefined })
  await migrate(database.adminUrl)
  // All that PostgreSQL keeps: as a database that has been in use, whose commits need no new blocks of the disk.
  await addLogFiles({
    url: database.adminUrl,
    clusterDir: join(dataDir, 'postgres'),
    files: 64,
    pauseMs: 0,
    signal: AbortSignal.timeout(300_000),
  })
  const db = createDb(
    createPool({ url: database.adminUrl, max: 4, name: 'parley bench', onError: () => undefined }),
  )
  const rows = async <R extends QueryResultRow>(sql: string, values: unknown[] = []) => {
    const client = createClient(database.adminUrl, 'parley bench')
    await client.connect()
    try {
      return (await client.query<R>(sql, values)).rows
    } finally {
      await client.end()
    }
  }
  const query = async (sql: string) => void (await rows(sql))
  return {
    url: database.adminUrl,
    context: {
      db,
      directory: db,
      config: testConfig(),
      log: createLog('silent'),
      clock: systemClock,
      wake: () => undefined,
      announce: () => undefined,
    },
    query,
    rows,
    async seedFast(seed) {
      const set = async (fsync: string) => {
        await query(`alter system set fsync = ${fsync}`)
        await query('select pg_reload_conf()')
      }
      await set('off')
      await seed()
      await query('vacuum analyze')
      await set('on')
      await query('checkpoint')
    },
    async close() {
      await db.destroy()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Finds the process of PostgreSQL whose children serve the connections. */
export async function findPostmaster({ rows }: BenchDatabase): Promise<number> {
  const [row] = await rows<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid`,
  )
  return row!.pid
}
