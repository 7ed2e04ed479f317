import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { MediaStorage } from '#media/media-storage.ts'
import type { BackupAddress } from './entry.ts'
import { createBackup } from './create-backup.ts'
import { fileAt } from './create-folder-place.ts'
import { checkBackup } from './read-backup.ts'
import { checkTarget } from './check-target.ts'
import { restoreBackup } from './restore-backup.ts'

/** Options of `copyDatabases`. `folder` is empty, for a file on the way, which only this process can decrypt; `files` are stored files to copy. */
type CopyOptions = {
  from: BackupAddress[]
  to: BackupAddress[]
  release: string
  folder: string
  files?: { from: MediaStorage; to: MediaStorage } | undefined
  onProgress?: (line: string) => void
}

/**
 * Copies all rows of all servers, as they are at the beginning, into empty databases, by a backup that is restored: counts
 * and checksums are compared, and a copy that fails leaves the targets empty. The schema is that of the source.
 *
 * @throws {BackupError} or an error of the database, the file system or the storage
 */
export async function copyDatabases(options: CopyOptions): ReturnType<typeof restoreBackup> {
  const { from, to, release, folder, files, onProgress = () => undefined } = options
  const file = fileAt(join(folder, 'copy.backup'))
  const secret = { key: randomBytes(32) }
  await createBackup({
    file,
    secret,
    servers: from,
    isEmbedded: true,
    release,
    storage: files?.from,
    follows: false,
    onProgress: (line) => onProgress(`read ${line}`),
  })
  const { manifest } = await checkBackup(file, secret)
  await checkTarget(manifest, to)
  return restoreBackup({
    file,
    secret,
    manifest,
    servers: to,
    storage: files?.to,
    onProgress: (line) => onProgress(`wrote ${line}`),
  })
}
