import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLED_PROGRAMS } from '#db/embedded/find-program.ts'
import { createChildEnv, readEnv, toConfig } from '#lib/settings/config.ts'
import { openDatabase } from '../start/open-database.ts'
import { StartError } from '../start/start-error.ts'

/**
 * Runs `psql` on the database and exits with its code. `args` are its arguments. If the embedded database is not running, starts it
 * until psql ends.
 *
 * @throws {StartError} there is no psql, or no embedded database
 */
export async function runPsql(_options: object, ...args: string[]): Promise<void> {
  const config = toConfig(readEnv())
  const isEmbedded = config.database.url === undefined
  const psql = findPsql(isEmbedded)
  if (isEmbedded && !existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(
      `There is no embedded database in ${config.dataDir}. Set DATA_DIR to the folder of the server, or DATABASE_URL.`,
    )
  await using database = await openDatabase(config, {
    transient: true,
    log: (line) => void process.stderr.write(`${line}\n`),
  })
  const { address, password } = withoutPassword(database.directUrl)
  const child = spawn(psql, [address, ...args], {
    stdio: 'inherit',
    // Other users can read the arguments of a process.
    env: createChildEnv(password === undefined ? {} : { PGPASSWORD: password }),
  })
  // A terminal sends Ctrl+C to psql, too, which then cancels its statement.
  const ignore = () => undefined
  const end = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', ignore).on('SIGTERM', end).on('SIGHUP', end)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGINT', ignore).off('SIGTERM', end).off('SIGHUP', end)
  process.exitCode = code ?? 1
}

/**
 * Returns the psql of the archive for the embedded database. For another server, which may ask for TLS, which that one lacks, prefers
 * the one in PATH. @throws {StartError}
 */
function findPsql(isEmbedded: boolean): string {
  const bundled = join(BUNDLED_PROGRAMS, 'psql')
  const found = (isEmbedded ? [bundled, 'psql'] : ['psql', bundled]).find(
    (each) => spawnSync(each, ['--version']).status === 0,
  )
  if (found === undefined)
    throw new StartError(
      'psql is not installed. Packages of Parley have it. For a clone, install the client of PostgreSQL (on Debian: postgresql-client), or open the address that "parley database-url" prints with another program.',
    )
  return found
}

/** Returns an address of a database without its password, and the password. */
function withoutPassword(url: string): { address: string; password?: string } {
  const found = /^([a-z]+:\/\/[^:@/?]*):([^@/?]*)@/.exec(url)
  if (!found) return { address: url }
  const [all, start, password = ''] = found
  return { address: `${start}@${url.slice(all.length)}`, password: decodeURIComponent(password) }
}
