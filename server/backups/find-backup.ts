import { stat } from 'node:fs/promises'
import type { BucketKeys } from '#lib/settings/to-backup-settings.ts'
import { BackupError } from './backup-error.ts'
import type { BackupFile, BackupPlace } from './backup-place.ts'
import { createBucketPlace } from './create-bucket-place.ts'
import { createFolderPlace, fileAt } from './create-folder-place.ts'
import { limitStall } from './limit-place.ts'
import { listBackups } from './remove-old-backups.ts'

/** A folder or a bucket, or, with a `name`, a file there. */
type Found = { place: BackupPlace; name?: string }

/**
 * Returns the place that a text names: the path of a folder or a file, or the URL of a bucket, which may be followed by a
 * name that ends with .backup.
 *
 * @throws {BackupError} if it is a URL and there are no credentials
 */
export async function findPlace(text: string, keys: BucketKeys | undefined): Promise<Found> {
  if (/^https?:\/\//.test(text)) {
    if (!keys)
      throw new BackupError(
        'A backup in a bucket needs BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_ENDPOINT.',
      )
    const [, endpoint, name] = /^(.*?)\/*(?:\/([^/]+\.backup))?$/.exec(text)!
    return { place: createBucketPlace(endpoint!, keys), ...(name !== undefined && { name }) }
  }
  const found = await limitStall(
    text,
    stat(text).catch(() => undefined),
  )
  return found?.isDirectory() ? { place: createFolderPlace(text) } : fileAt(text)
}

/** Returns the backup that a text names; of a folder or a bucket, the newest one. @throws {BackupError} */
export async function findBackup(text: string, keys: BucketKeys | undefined): Promise<BackupFile> {
  const { place, name } = await findPlace(text, keys)
  if (name !== undefined) return { place, name }
  const newest = (await listBackups(place)).at(-1)
  if (newest === undefined) throw new BackupError(`There is no backup in ${text}.`)
  return { place, name: newest }
}
