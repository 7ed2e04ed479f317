import { readEnv, toConfig } from '#config.ts'
import type { Context } from '#context.ts'
import { migrate } from '#db/migrate.ts'
import { createLog } from '#lib/log.ts'
import { checkSecretKey } from '../start/check-secret-key.ts'
import { createContext } from '../start/create-context.ts'
import { openDatabase } from '../start/open-database.ts'
import { withSecretKey } from '../start/secret-files.ts'

/**
 * Runs a command on the configured database and migrates it first. If the embedded database is not running,
 * starts it only for this command. With `anySecretKey`, does not check that SECRET_KEY is the key of the database.
 */
export async function withContext<T>(
  run: (context: Context) => Promise<T>,
  options: { anySecretKey?: boolean } = {},
): Promise<T> {
  const config = withSecretKey(toConfig(readEnv()))
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, 'stderr')
  const database = await openDatabase(config, {
    transient: true,
    log: (line) => log.debug(line),
  })
  try {
    await migrate(database.directUrl, { onProgress: (line) => log.warn(line) })
    const opened = await createContext(config, { database, name: 'parley command', log })
    try {
      if (!options.anySecretKey) await checkSecretKey(opened.context)
      return await run(opened.context)
    } finally {
      await opened.flush()
      await opened.close()
    }
  } finally {
    await database.close()
  }
}
