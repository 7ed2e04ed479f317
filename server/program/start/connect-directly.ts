import type { Config } from '#lib/settings/config.ts'
import { StartError } from './start-error.ts'

/** Returns the configuration of a process that connects to the servers themselves, not through PgDog. */
export function connectDirectly(config: Config): Config {
  const { database } = config
  if (!database.isPgdog) return config
  return {
    ...config,
    database: {
      ...database,
      url: database.directUrl,
      directUrl: undefined,
      isPgdog: false,
      prepared: true,
      shards: database.shards.map((shard) => ({
        ...shard,
        url: shard.directUrl!,
        directUrl: undefined,
        prepared: true,
      })),
    },
  }
}

/**
 * Returns the configuration for a process with these parts: only requests go through PgDog.
 *
 * @throws {StartError} the process would have both requests and the worker
 */
export function connectFor(config: Config, parts: readonly string[]): Config {
  if (!config.database.isPgdog || !parts.includes('worker')) return config
  if (parts.includes('api') || parts.includes('ingest'))
    throw new StartError(
      'With DATABASE_PGDOG, the worker needs a process of its own: start with --only api,ingest and with --only worker.',
    )
  return connectDirectly(config)
}
