import { checkBackup } from '#backups/read-backup.ts'
import { checkTarget } from '#backups/check-target.ts'
import { restoreBackup } from '#backups/restore-backup.ts'
import { BackupError } from '#backups/backup-error.ts'
import { describeFile } from '#backups/backup-place.ts'
import { findBackup } from '#backups/find-backup.ts'
import { holdsKeys } from '#db/instance/has-secret-keys.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { migrateAll } from '../start/migrate-all.ts'
import { openDatabase } from '../start/open-database.ts'
import { hasSecretKey, withSecretKey, writeSecretFiles } from '../start/with-secret-key.ts'
import {
  createProgress,
  describeMoment,
  printProgress,
  readBackupSettings,
  toAddresses,
} from './read-backup-settings.ts'
import type { SecretOptions } from './read-backup-settings.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'

type Options = SecretOptions & { from: string; media: boolean; withSecrets?: true }

/**
 * Runs `restore`: restores a backup into empty databases and migrates them to the newest schema. Everything that can be
 * refused is refused before anything is written.
 *
 * @throws {BackupError}
 */
export async function runRestore(options: Options): Promise<Result> {
  const { config: settings, secret } = await readBackupSettings(options)
  const file = await findBackup(options.from, settings.backup.keys)
  const startedAt = performance.now()
  const checking = createProgress('check')
  const checked = await checkBackup(file, secret, ({ rows, files }) =>
    checking(`${rows} rows and ${files} files`),
  )
  const { manifest, summary, secrets } = checked
  const restoresSecrets = options.withSecrets === true
  if (restoresSecrets && Object.keys(secrets).length === 0)
    throw new BackupError('The backup has no secret files: it was written without --with-secrets.')
  if (restoresSecrets) writeSecretFiles(settings, secrets)
  if (!hasSecretKey(settings) && manifest.keyIds.length > 0)
    throw new BackupError(
      'The secrets in the backup are encrypted with a key that is missing here. Set SECRET_KEY, or copy the file secret-key of the backed-up DATA_DIR to the new one.',
    )
  const config = withSecretKey(settings)
  const keyIds = manifest.keyIds.map((id) => Buffer.from(id, 'hex'))
  if (!holdsKeys(config, keyIds))
    throw new BackupError(
      'SECRET_KEY is not the key that encrypted the secrets in the backup. Set that key, or add it to SECRET_KEY_PREVIOUS.',
    )
  await using database = await openDatabase(config, { transient: true, log: () => undefined })
  const servers = toAddresses(config, database.directUrl)
  await checkTarget(manifest, servers)
  const { tables, rows, files, skipped } = await restoreBackup({
    file,
    secret,
    manifest,
    servers,
    storage: options.media ? createMediaStorage(config) : undefined,
    onProgress: createProgress('restore'),
  })
  const applied = await migrateAll(config, database.directUrl, { onProgress: printProgress })
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return {
    json: {
      file: describeFile(file),
      started_at: manifest.startedAt,
      complete_until: summary.completeUntil,
      tables,
      rows,
      files,
      skipped,
      applied,
      seconds,
    },
    lines: [
      `The backup was restored from ${describeFile(file)}.`,
      ...describeMoment(summary),
      ...toTable({ tables, rows, files, seconds }),
      ...skipped.map((name) => `Left out ${name}: it is no table of Parley.`),
      ...applied.map((name) => `Applied ${name}`),
    ],
  }
}
