import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { contextsOf } from '#db/shards.ts'
import { createLog } from '#lib/create-log.ts'
import { createTestDatabase, testConfig } from '#test/context.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { createContext } from './create-context.ts'

const [main, b] = await Promise.all([createTestDatabase(), createTestDatabase()])
const proxy = await startTcpProxy(new URL(b.url))
after(async () => {
  await proxy.close()
  await Promise.all([main.drop(), b.drop()])
})

test('behind a pooler of a shard, connections set nothing for a session, and listeners use the server', async () => {
  const config = testConfig()
  const shard = { name: 'b', url: proxy.url, directUrl: b.url, replicaUrls: [], prepared: false }
  const { context, flush, close } = await createContext(
    { ...config, database: { ...config.database, shards: [shard] } },
    {
      database: { url: main.url, directUrl: main.url },
      name: 'parley test',
      log: createLog('silent'),
    },
  )
  try {
    const used = await Promise.all(
      contextsOf(context).map(async ({ context: there, url }) => {
        const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
          there.db,
        )
        return [url, rows[0]!.statement_timeout]
      }),
    )
    assert.deepEqual(used, [
      [main.url, '10s'],
      [b.url, '0'],
    ])
  } finally {
    await flush()
    await close()
  }
})
