import { readEnv, toConfig } from '#lib/settings/config.ts'
import { migrateAll } from '../start/migrate-all.ts'
import { openDatabase } from '../start/open-database.ts'
import { withSecretKey } from '../start/with-secret-key.ts'
import { printProgress } from './read-backup-settings.ts'
import type { Result } from './print-result.ts'

/** Runs `migrate`: migrates the database to the newest schema and prints the applied migrations. */
export async function runMigrate(): Promise<Result> {
  const config = withSecretKey(toConfig(readEnv()))
  await using database = await openDatabase(config, {
    transient: true,
    log: printProgress,
    upgrades: true,
  })
  const applied = await migrateAll(config, database.directUrl, { onProgress: printProgress })
  return {
    json: { applied },
    lines:
      applied.length > 0 ? applied.map((name) => `Applied ${name}`) : ['The schema is up to date.'],
  }
}
