import { readEnv, toConfig } from '#lib/settings/config.ts'
import { hasTable } from '#db/connecting/has-table.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { openClient } from '#db/pool.ts'
import { MAIN_SHARD } from '#db/shards.ts'
import { describeServers } from '#lib/settings/database-servers.ts'
import { printProgress } from './read-backup-settings.ts'
import type { Result } from './print-result.ts'

/**
 * Runs `shards add`: prepares the database at `url` as the shard `name`, and says which setting leads to it. Nothing uses
 * it before the setting is there. @throws {Error} the name is taken, or the database holds an installation of its own
 */
export async function runAddShard(_options: object, name: string, url: string): Promise<Result> {
  const alone = { DATABASE_DIRECT_URL: undefined, DATABASE_REPLICA_URLS: undefined }
  const env = { ...readEnv(), ...alone, DATABASE_SHARD_URLS: `${name}=${url}` }
  const { shards } = toConfig(env).database
  if (shards.length !== 1) throw new Error('Give one name and one address.')
  const known = toConfig(readEnv()).database.shards
  if (name === MAIN_SHARD || known.some((shard) => shard.name === name))
    throw new Error(`There is a shard "${name}" already.`)
  await checkUnused(url)
  const applied = await migrate(url, { onProgress: printProgress })
  return {
    json: { name, server: describeServers(url), applied },
    lines: [
      `${describeServers(url)} is ready to be the shard "${name}".`,
      `Add ${name}=<its address> to DATABASE_SHARD_URLS of every process, and restart them.`,
    ],
  }
}

async function checkUnused(url: string): Promise<void> {
  await using client = await openClient(url, 'parley command')
  if (!(await hasTable(client, 'workspaces'))) return
  const used = await client.query(
    'select 1 from workspaces union all (select 1 from workspace_counters limit 1) limit 1',
  )
  if (used.rows.length > 0)
    throw new Error('The database has workspaces of its own. A new shard must be empty.')
}
