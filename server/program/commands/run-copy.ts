import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BackupError } from '#backups/backup-error.ts'
import { copyDatabases } from '#backups/copy-databases.ts'
import { readEnv, toConfig } from '#lib/settings/config.ts'
import type { Config } from '#lib/settings/config.ts'
import { findRunning } from '#db/embedded/start-embedded.ts'
import { makeDataDir } from '#db/embedded/take-ownership.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { openClient } from '#db/pool.ts'
import { holdsKeys } from '#db/instance/has-secret-keys.ts'
import { firstOf } from '#lib/first-of.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { LOST_AFTER_MS } from '#shared/instance.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { openDatabase } from '../start/open-database.ts'
import { readSecretFiles, withSecretKey, writeSecretFiles } from '../start/with-secret-key.ts'
import { createProgress, openExisting, printProgress, toAddresses } from './read-backup-settings.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'

type Options = { to: string; toShards?: string }

/** The folder of the file on the way, in the data directory. It is removed at the end, and by the next copy. */
const FOLDER = 'unfinished-copy'

/** A process that reported itself so recently may still write. */
const SEEN_SECONDS = LOST_AFTER_MS / 1000

/**
 * Runs `copy`: copies everything from the database of the settings into an empty one, from the embedded database to a server
 * or the other way round, compares counts and checksums, and migrates the copy. Parley must be stopped.
 *
 * @throws {BackupError}
 */
export async function runCopy(options: Options): Promise<Result> {
  const config = withSecretKey(toConfig(readEnv()))
  const target = toTarget(config, options)
  if (config.database.url === undefined && (await findRunning(config.dataDir))) throw isRunning()
  const startedAt = performance.now()
  await using source = await openExisting(config)
  const { url } = firstOf(source.servers)
  await refuseOtherKey(config, url)
  await refuseProcesses(url)
  if (target.database.url === undefined)
    writeSecretFiles(target, {
      ...readSecretFiles(config),
      'secret-key': config.secretKey!.toString('hex'),
    })
  const database = await openDatabase(target, { transient: true, log: () => undefined })
  const folder = join(resolve(target.dataDir), FOLDER)
  try {
    makeDataDir(target.dataDir)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const servers = toAddresses(target, database.directUrl)
    const hasOwnFiles = !config.s3 && resolve(config.dataDir) !== resolve(target.dataDir)
    const { tables, rows, files, skipped } = await copyDatabases({
      from: source.servers,
      to: servers,
      release: BUILD_VERSION,
      folder,
      files: hasOwnFiles
        ? { from: createMediaStorage(config), to: createMediaStorage(target) }
        : undefined,
      onProgress: createProgress('copy'),
    })
    for (const { url } of servers) await migrate(url, { onProgress: printProgress })
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return {
      json: { tables, rows, files, skipped, seconds },
      lines: [
        'Everything was copied, and its counts and checksums are right.',
        ...toTable({ tables, rows, files, seconds }),
        ...skipped.map((name) => `Left out ${name}: it is no table of Parley.`),
        describeStart(config, target),
      ],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await database.close()
  }
}

/** Returns the settings of the target: a server, or the embedded database of a data directory. @throws {BackupError} */
function toTarget(config: Config, { to, toShards }: Options): Config {
  const isServer = /^postgres(ql)?:/.test(to)
  if (!isServer && existsSync(join(to, 'postgres')))
    throw new BackupError(`${to} has a database already. Name a new folder.`)
  const { DATABASE_DIRECT_URL: _direct, DATABASE_REPLICA_URLS: _replicas, ...others } = readEnv()
  const env = {
    ...others,
    DATABASE_URL: isServer ? to : undefined,
    DATABASE_SHARD_URLS: toShards,
    DATA_DIR: isServer ? config.dataDir : to,
    SECRET_KEY: config.secretKey!.toString('hex'),
  }
  return toConfig(env as ReturnType<typeof readEnv>)
}

async function refuseOtherKey(config: Config, url: string): Promise<void> {
  const rows = await query<{ id: Buffer }>(url, 'select id from secret_keys')
  const ids = rows.map(({ id }) => id)
  if (!holdsKeys(config, ids))
    throw new BackupError('SECRET_KEY is not the key that encrypted the secrets in the database.')
}

/** Refuses a copy while processes could write what it would not have. */
async function refuseProcesses(url: string): Promise<void> {
  const rows = await query(
    url,
    `select from processes where seen_at > now() - interval '${SEEN_SECONDS} seconds' limit 1`,
  )
  if (rows.length > 0) throw isRunning()
}

function isRunning(): BackupError {
  return new BackupError(
    `Parley is running, or was killed in the last ${SEEN_SECONDS} s, and would write what the copy does not have. Stop all its processes first.`,
  )
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  await using client = await openClient(url, 'parley copy')
  return (await client.query<T>(text)).rows
}

function describeStart(config: Config, target: Config): string {
  if (target.database.url === undefined)
    return `Start Parley with DATA_DIR=${target.dataDir} and without DATABASE_URL.`
  return config.database.url === undefined
    ? `Start Parley with DATABASE_URL, and with SECRET_KEY from ${join(config.dataDir, 'secret-key')}.`
    : 'Start Parley with the new DATABASE_URL.'
}
