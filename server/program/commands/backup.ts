import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from '#backups/backup-error.ts'
import { createBackup } from '#backups/create-backup.ts'
import { nameBackup, removeOldBackups } from '#backups/old-backups.ts'
import { openClient } from '#db/pool.ts'
import { recordBackup } from '#instance/record-backup.ts'
import { createMediaStorage } from '#messages/media/create-media-storage.ts'
import { explainError } from '../start/explain-error.ts'
import { readSecretFiles } from '../start/secret-files.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { createProgress, openExisting, readBackupSettings, toAddresses } from './backup-options.ts'
import type { SecretOptions } from './backup-options.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'

type Options = SecretOptions & { to: string; media: boolean; withSecrets?: true; keep?: number }

/**
 * Runs `backup`: writes everything that the databases and the file storage contain into one file. In a folder, the file is
 * named after the time, and with `keep` the oldest ones are removed afterwards.
 *
 * @throws {BackupError}
 */
export async function runBackup(options: Options): Promise<Result> {
  const { config, secret } = await readBackupSettings(options)
  if (options.withSecrets && !secret)
    throw new BackupError(
      'With --with-secrets the backup must be encrypted, because it contains the key of its secrets. Give --passphrase-file or --key-file.',
    )
  const isFolder = statSync(options.to, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (options.keep !== undefined && !isFolder)
    throw new BackupError(
      `With --keep, --to must be a folder that exists, and ${options.to} is none.`,
    )
  const path = isFolder ? join(options.to, nameBackup(new Date())) : options.to
  const startedAt = performance.now()
  const database = await openExisting(config)
  try {
    const { manifest, summary, bytes } = await createBackup({
      path,
      secret,
      servers: toAddresses(config, database.directUrl),
      isEmbedded: config.database.url === undefined,
      release: packageJson.version,
      storage: options.media ? createMediaStorage(config) : undefined,
      secretFiles: options.withSecrets ? readSecretFiles(config) : {},
      onProgress: createProgress('backup'),
    })
    const record = {
      startedAt: manifest.startedAt,
      bytes,
      isEncrypted: secret !== undefined,
      hasFiles: options.media,
    }
    await recordAt(database.directUrl, record)
    const removed =
      options.keep === undefined ? [] : await removeOldBackups(options.to, options.keep)
    const { tables, rows, files, fileBytes } = summary
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return {
      json: {
        file: path,
        bytes,
        started_at: manifest.startedAt,
        tables,
        rows,
        files,
        file_bytes: fileBytes,
        encrypted: secret !== undefined,
        seconds,
        removed,
      },
      lines: [
        `The backup was written to ${path}.`,
        ...toTable({ tables, rows, files, bytes, seconds }),
        ...removed.map((each) => `Removed ${each}`),
      ],
    }
  } finally {
    await database.close()
  }
}

/** Records the backup in the database. It is complete without that, so a failure is only printed. */
async function recordAt(url: string, backup: Parameters<typeof recordBackup>[1]): Promise<void> {
  try {
    const client = await openClient(url, 'parley backup')
    try {
      await recordBackup(client, backup)
    } finally {
      await client.end()
    }
  } catch (err) {
    process.stderr.write(
      `backup: the backup could not be recorded: ${explainError(err).join(' ')}\n`,
    )
  }
}
