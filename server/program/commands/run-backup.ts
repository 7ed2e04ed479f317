import { BackupError } from '#backups/backup-error.ts'
import { describeFile } from '#backups/backup-place.ts'
import type { BackupFile } from '#backups/backup-place.ts'
import { createBackup } from '#backups/create-backup.ts'
import { findPlace } from '#backups/find-backup.ts'
import { nameBackup, removeOldBackups } from '#backups/remove-old-backups.ts'
import { recordBackup } from '#backups/record-backup.ts'
import { createDb, createPool } from '#db/pool.ts'
import { checkBackup } from '#backups/read-backup.ts'
import type { Config } from '#lib/settings/config.ts'
import { firstOf } from '#lib/first-of.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { explainError } from '../start/explain-error.ts'
import { readSecretFiles } from '../start/with-secret-key.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'
import {
  createProgress,
  describeMoment,
  openExisting,
  readBackupSettings,
} from './read-backup-settings.ts'
import type { OpenedServers, SecretOptions } from './read-backup-settings.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'

type Options = SecretOptions & { to?: string; media: boolean; withSecrets?: true; keep?: number }

/**
 * Runs `backup`: writes everything that the databases and the file storage contain into one file. In a folder or a bucket,
 * the file is named after the time; with `keep`, the new one is read back and checked, and then the oldest ones are removed.
 * A signal to end, or the end of the process that started this one, removes what was written so far.
 *
 * @throws {BackupError}
 */
export async function runBackup(options: Options): Promise<Result> {
  const { config, secret } = await readBackupSettings(options)
  if (options.withSecrets && !secret)
    throw new BackupError(
      'With --with-secrets the backup must be encrypted, because it contains the key of its secrets. Give --passphrase-file or --key-file.',
    )
  const { file, keep } = await chooseFile(options, config)
  const startedAt = performance.now()
  const { signal, end } = watchForEnd()
  let database: OpenedServers | undefined
  try {
    database = await openExisting(config)
    const storage = options.media && config.backup.media ? createMediaStorage(config) : undefined
    const { manifest, summary, bytes } = await createBackup({
      file,
      secret,
      servers: database.servers,
      isEmbedded: config.database.url === undefined,
      release: BUILD_VERSION,
      storage,
      secretFiles: options.withSecrets ? readSecretFiles(config) : {},
      onProgress: createProgress('backup'),
      signal,
    })
    const removed: string[] = []
    if (keep !== undefined) {
      await checkBackup(file, secret, () => signal.throwIfAborted())
      removed.push(...(await removeOldBackups(file.place, { keep, written: file.name })))
    }
    // The worker that started this process records it.
    if (!process.connected)
      await recordAt(firstOf(database.servers).url, {
        due_at: null,
        started_at: new Date(manifest.startedAt),
        finished_at: new Date(),
        complete_until: new Date(summary.completeUntil),
        limitation: summary.limitation ?? null,
        file: describeFile(file),
        bytes,
        is_encrypted: secret !== undefined,
        has_files: storage !== undefined,
        error: null,
      })
    const { tables, rows, files, fileBytes, completeUntil, limitation } = summary
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return {
      json: {
        file: describeFile(file),
        bytes,
        started_at: manifest.startedAt,
        complete_until: completeUntil,
        limitation: limitation ?? null,
        tables,
        rows,
        files,
        file_bytes: fileBytes,
        encrypted: secret !== undefined,
        has_files: storage !== undefined,
        seconds,
        removed,
      },
      lines: [
        `The backup was written to ${describeFile(file)}.`,
        ...describeMoment(summary),
        ...toTable({ tables, rows, files, bytes, seconds }),
        ...removed.map((each) => `Removed ${each}`),
        ...(secret
          ? []
          : [
              'The backup is not encrypted. Give --passphrase-file or --key-file if others can read it.',
            ]),
      ],
    }
  } finally {
    end()
    await database?.close()
  }
}

/** The longest time between a signal to end and the end of the process. */
const STOP_MS = 30_000

/** Chooses the file to write, and how many backups are left beside it; undefined removes none. @throws {BackupError} */
async function chooseFile(
  options: Options,
  { backup }: Config,
): Promise<{ file: BackupFile; keep: number | undefined }> {
  const to = options.to ?? backup.to
  if (to === undefined)
    throw new BackupError('Give --to, or set BACKUP_TO: a file, a folder or the URL of a bucket.')
  const { place, name } = await findPlace(to, backup.keys)
  const keep = options.keep ?? (options.to === undefined ? backup.keep : undefined)
  if (name === undefined) return { file: { place, name: nameBackup(new Date()) }, keep }
  if (options.to === undefined)
    throw new BackupError(
      `BACKUP_TO must be a bucket, or a folder that exists, and ${to} is neither.`,
    )
  if (keep !== undefined)
    throw new BackupError(
      `With --keep, --to must be a bucket, or a folder that exists, and ${to} is neither.`,
    )
  return { file: { place, name }, keep }
}

/**
 * Returns a signal that is aborted when this process has to end: by SIGTERM, Ctrl-C, or the end of the Parley that started
 * it. `end` stops to watch.
 */
function watchForEnd(): { signal: AbortSignal; end: () => void } {
  const stopping = new AbortController()
  const abort = () => {
    stopping.abort(new BackupError('The backup was stopped.'))
    // A write to a disk that hangs can be ended in no other way. The connections to the servers end with the process.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_MS).unref()
  }
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const each of signals) process.on(each, abort)
  process.on('disconnect', abort)
  return {
    signal: stopping.signal,
    end() {
      for (const each of signals) process.off(each, abort)
      process.off('disconnect', abort)
      if (process.connected) process.disconnect?.()
    },
  }
}

/** Records the backup in the database. It is complete without that, so a failure is only printed. */
async function recordAt(url: string, backup: Parameters<typeof recordBackup>[1]): Promise<void> {
  try {
    const pool = createPool({ url, max: 1, name: 'parley backup', onError: () => undefined })
    await using db = createDb(pool)
    await recordBackup(db, backup)
  } catch (err) {
    process.stderr.write(
      `backup: the backup could not be recorded: ${explainError(err).join(' ')}\n`,
    )
  }
}
