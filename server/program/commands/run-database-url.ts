import { readEnv, toConfig } from '#lib/settings/config.ts'
import { withoutSocket } from '#db/embedded/ensure-cluster.ts'
import { findRunning } from '#db/embedded/start-embedded.ts'
import { StartError } from '../start/start-error.ts'
import type { Result } from './print-result.ts'

/** Runs `database-url`: prints the URL for pg_dump and other programs. The embedded database must be running. */
export async function runDatabaseUrl(): Promise<Result> {
  const config = toConfig(readEnv())
  const { database } = config
  const running = database.url === undefined ? await findRunning(config.dataDir) : undefined
  const url = database.directUrl ?? database.url ?? (running && withoutSocket(running.url))
  if (url === undefined)
    throw new StartError(
      `The embedded database in ${config.dataDir} is not running. It runs while Parley is running: start it first, or use "parley psql".`,
    )
  return { json: { database_url: url }, lines: [url] }
}
