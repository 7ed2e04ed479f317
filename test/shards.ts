import { after } from 'node:test'
import { createLog } from '#lib/create-log.ts'
import { createContext } from '#program/start/create-context.ts'
import { checkSecretKey } from '#program/start/check-secret-key.ts'
import type { Config } from '#lib/settings/config.ts'
import type { Context } from '#db/context.ts'
import { collectEnds, createTestDatabase, testConfig } from './context.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/** A context with the directory and a shard in one database, and the shard `b` in another. */
type Sharded = {
  context: Context
  /** Lets the server of `b` answer nothing any more, and again. */
  freeze: () => void
  thaw: () => Promise<void>
}

/**
 * Opens two databases as the shards `main` and `b`; they are dropped after the file's tests. `overrides` replaces single
 * settings.
 */
export async function openShards(overrides: Partial<Config> = {}): Promise<Sharded> {
  const [main, b] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const proxy = await startTcpProxy(new URL(b.url))
  const config = testConfig(overrides)
  const log = createLog(config.logLevel)
  const opened = await createContext(
    {
      ...config,
      database: {
        ...config.database,
        poolMax: 12,
        shards: [
          { name: 'b', url: proxy.url, directUrl: undefined, replicaUrls: [], prepared: true },
        ],
      },
    },
    { database: { url: main.url, directUrl: main.url }, name: 'parley test', log },
  )
  await checkSecretKey(opened.context)
  const endFirst = collectEnds(opened.context.db)
  after(async () => {
    await endFirst()
    await opened.flush()
    await opened.close()
    await proxy.close()
    await Promise.all([main.drop(), b.drop()])
  })
  return {
    context: opened.context,
    freeze: () => proxy.lose({ all: true }),
    async thaw() {
      await proxy.cut()
      proxy.restore()
    },
  }
}
