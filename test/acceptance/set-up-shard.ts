import { openClient } from '#db/pool.ts'
import { TABLE_HOMES } from '#db/table-homes.ts'
import { createTestDatabase } from '../context.ts'
import type { ProgramEnv } from '../processes.ts'

/**
 * Lays the workspaces of the database at `url` on a shard `b`, a database of its own, and leaves the directory where it is.
 * Returns the settings that lead to both, the address of the shard, and how to drop it.
 */
export async function setUpShard(
  url: string,
): Promise<{ env: ProgramEnv; url: string; drop: () => Promise<void> }> {
  const shard = await createTestDatabase({ template: new URL(url).pathname.slice(1) })
  await runOn(url, `update workspaces set shard = 'b'; ${truncate('tenant')}`)
  await runOn(shard.url, truncate('directory'))
  return {
    env: { DATABASE_URL: url, DATABASE_SHARD_URLS: `b=${shard.url}` },
    url: shard.url,
    drop: shard.drop,
  }
}

function truncate(home: 'tenant' | 'directory'): string {
  const tables = Object.keys(TABLE_HOMES).filter(
    (table) => TABLE_HOMES[table as keyof typeof TABLE_HOMES] === home,
  )
  return `truncate ${tables.join(', ')}`
}

async function runOn(url: string, statements: string): Promise<void> {
  const client = await openClient(url, 'parley test')
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
