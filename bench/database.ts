import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#context.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createClient, createDb, createPool } from '#db/pool.ts'
import { createLog } from '#lib/log.ts'
import { systemClock } from '#lib/clock.ts'
import { testConfig } from '#test/context.ts'

/** A migrated PostgreSQL of a benchmark's own, with fsync as in production. */
export type BenchDatabase = {
  url: string
  context: Context
  query: (sql: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts it in a temporary directory, which `close` removes. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const database = await startEmbedded({ dataDir, log: () => undefined })
  await migrate(database.url)
  const db = createDb(
    createPool({ url: database.url, max: 4, name: 'parley bench', onError: () => undefined }),
  )
  return {
    url: database.url,
    context: {
      db,
      config: testConfig(),
      log: createLog('silent'),
      clock: systemClock,
      wake: () => undefined,
    },
    async query(sql) {
      const client = createClient(database.url, 'parley bench')
      await client.connect()
      await client.query(sql)
      await client.end()
    },
    async close() {
      await db.destroy()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
