import { compareBackup } from '#backups/compare-backup.ts'
import { describeFile } from '#backups/backup-place.ts'
import { findBackup } from '#backups/find-backup.ts'
import { checkBackup } from '#backups/read-backup.ts'
import {
  createProgress,
  describeMoment,
  openExisting,
  readBackupSettings,
} from './read-backup-settings.ts'
import type { SecretOptions } from './read-backup-settings.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'

type Options = SecretOptions & { from: string; database?: true }

/**
 * Runs `verify`: checks that a backup is complete and unchanged, and with `database` that the databases contain the same
 * rows. Sets `failure` if they differ.
 *
 * @throws {BackupError} if the backup is damaged
 */
export async function runVerify(options: Options): Promise<Result & { failure?: string }> {
  const { config, secret } = await readBackupSettings(options)
  const file = await findBackup(options.from, config.backup.keys)
  const onProgress = createProgress('verify')
  const { manifest, summary } = await checkBackup(file, secret, ({ rows, files }) =>
    onProgress(`${rows} rows and ${files} files`),
  )
  const { tables, rows, files } = summary
  const { release, startedAt } = manifest
  const json = {
    file: describeFile(file),
    started_at: startedAt,
    complete_until: summary.completeUntil,
    limitation: summary.limitation ?? null,
    release,
    tables,
    rows,
    files,
  }
  const lines = [
    `The backup in ${describeFile(file)} is complete and unchanged.`,
    ...describeMoment(summary),
    ...toTable({ release, tables, rows, files }),
  ]
  if (!options.database) return { json, lines }
  await using database = await openExisting(config)
  const { servers } = database
  const found = await compareBackup({ file, secret, servers, onProgress })
  const differences = found.map(({ shard, table, rowsInBackup, rowsInDatabase }) => ({
    shard,
    table,
    rows_in_backup: rowsInBackup,
    rows_in_database: rowsInDatabase,
  }))
  return {
    json: { ...json, differences },
    lines: [
      ...lines,
      ...found.map(
        ({ shard, table, rowsInBackup, rowsInDatabase }) =>
          `${shard}.${table} differs: ${rowsInBackup ?? 'no'} rows in the backup, ${rowsInDatabase ?? 'no'} in the database`,
      ),
      ...(found.length === 0 ? ['The database has the same rows.'] : []),
    ],
    ...(found.length > 0 && { failure: `${found.length} tables differ from the backup.` }),
  }
}
