import { readEnv, toConfig } from '#lib/settings/config.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import type { Context, Scope } from '#db/context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { createLog } from '#lib/create-log.ts'
import { checkSecretKey } from '../start/check-secret-key.ts'
import { checkShards } from '../start/check-shards.ts'
import { createContext } from '../start/create-context.ts'
import { migrateAll } from '../start/migrate-all.ts'
import { openDatabase } from '../start/open-database.ts'
import { withSecretKey } from '../start/with-secret-key.ts'

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
  await using database = await openDatabase(config, {
    transient: true,
    log: (line) => log.debug(line),
  })
  await migrateAll(config, database.directUrl, { onProgress: (line) => log.warn(line) })
  const opened = await createContext(config, { database, name: 'parley command', log })
  try {
    if (!options.anySecretKey) await checkSecretKey(opened.context)
    await checkShards(opened.context)
    return await run(opened.context)
  } finally {
    await opened.flush()
    await opened.close()
  }
}

/**
 * Runs a command in a workspace, which its id or slug names, on the server on which that lies. The product itself is the
 * actor. @throws {AppError} workspace_not_found
 */
export function withWorkspace<T>(workspace: string, run: (scope: Scope) => Promise<T>): Promise<T> {
  return withContext(async (context) => {
    const { id } = await getWorkspace(context, workspace)
    return run(await systemScopeOn(context, id))
  })
}
