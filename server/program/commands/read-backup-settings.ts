import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv, toConfig } from '#lib/settings/config.ts'
import type { Config } from '#lib/settings/config.ts'
import type { BackupAddress } from '#backups/entry.ts'
import { BackupError } from '#backups/backup-error.ts'
import { isMigrated } from '#backups/is-migrated.ts'
import { readBackupSecret } from '#backups/backup-secret.ts'
import type { BackupSecret } from '#backups/backup-secret.ts'
import { MAIN_SHARD } from '#db/shards.ts'
import { openDatabase } from '../start/open-database.ts'

/** The options of commands for an encrypted backup: the files with the passphrase or the key. */
export type SecretOptions = { passphraseFile?: string; keyFile?: string }

/** Reads the settings, and the secret of a backup: that of the options, or otherwise of the settings. */
export async function readBackupSettings(
  options: SecretOptions,
): Promise<{ config: Config; secret: BackupSecret | undefined }> {
  const config = toConfig(readEnv())
  const { passphraseFile, keyFile } = options
  const isGiven = passphraseFile !== undefined || keyFile !== undefined
  return { config, secret: await readBackupSecret(isGiven ? options : config.backup) }
}

/** Returns the addresses of all servers, the main one at `mainUrl` first. */
export function toAddresses(config: Config, mainUrl: string): BackupAddress[] {
  return [
    { shard: MAIN_SHARD, url: mainUrl },
    ...config.database.shards.map(({ name, url, directUrl }) => ({
      shard: name,
      url: directUrl ?? url,
    })),
  ]
}

/** The servers of an opened database, the main one first. The caller must close it. */
export type OpenedServers = AsyncDisposable & {
  servers: BackupAddress[]
  close: () => Promise<void>
}

/**
 * Opens the database that a backup is read from or compared with. Never creates one.
 *
 * @throws {BackupError} if there is no database of Parley
 */
export async function openExisting(config: Config): Promise<OpenedServers> {
  if (config.database.url === undefined && !existsSync(join(config.dataDir, 'postgres')))
    throw new BackupError(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`,
    )
  const database = await openDatabase(config, { transient: true, log: () => undefined })
  const servers = toAddresses(config, database.directUrl)
  try {
    for (const { shard, url } of servers)
      if (!(await isMigrated(url)))
        throw new BackupError(`The database of the shard "${shard}" has no tables of Parley.`)
    return { ...database, servers }
  } catch (err) {
    await database.close()
    throw err
  }
}

/** Describes until when a backup is complete, and why that is not its end. */
export function describeMoment(of: { completeUntil: string; limitation?: string }): string[] {
  return [
    `Everything that was answered before ${of.completeUntil} is in it.`,
    ...(of.limitation === undefined
      ? []
      : [
          `What was written later is missing, because ${of.limitation}. docs/operations/backups.md describes how to change that.`,
        ]),
  ]
}

/** Prints a line of progress to stderr. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The pause between two lines of progress. */
const PROGRESS_MS = 5_000

/** Returns a function that prints what a long command does to stderr, a line every few seconds. */
export function createProgress(verb: string): (line: string) => void {
  let printedAt = performance.now()
  return (line) => {
    const now = performance.now()
    if (now - printedAt < PROGRESS_MS) return
    printedAt = now
    printProgress(`${verb}: ${line}`)
  }
}
