import type { Config } from '#lib/settings/config.ts'
import { migrate } from '#db/migrating/migrate.ts'

/**
 * Migrates the database at `url`, and then the other shards, one after the other, not through poolers. Returns the names of the applied
 * migrations, each once. @throws what `migrate` throws
 */
export async function migrateAll(
  config: Config,
  url: string,
  options: Parameters<typeof migrate>[1],
): Promise<string[]> {
  const applied = new Set(await migrate(url, options))
  for (const { url: shardUrl, directUrl = shardUrl } of config.database.shards)
    for (const name of await migrate(directUrl, options)) applied.add(name)
  return [...applied]
}
