import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, errorFields } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { isMediaKey, storeUnavailable } from './media-storage.ts'
import type { MediaStorage } from './media-storage.ts'

/** Age from which an unfinished write was abandoned by a killed process. */
const UNFINISHED_MS = 24 * 3_600_000

/**
 * Creates a storage in the directory `media` under `dataDir`. A file is written next to its final path, synced to disk
 * and renamed, so that its path has the whole file or nothing, even after a power failure.
 *
 * Its functions throw AppError media_store_full when the disk is full and media_store_unavailable when it fails; errors
 * of `source` pass through.
 */
export function createLocalMediaStorage(dataDir: string): MediaStorage {
  const root = join(dataDir, 'media')
  const pathOf = (key: string) => {
    if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new Error(`"${key}" is not a valid file key.`)
    return join(root, key)
  }
  return {
    async write(key, source) {
      const path = pathOf(key)
      const folder = dirname(path)
      const part = `${path}.${newId()}.part`
      try {
        await onDisk(() => mkdir(folder, { recursive: true, mode: 0o700 }))
        const file = await onDisk(() => open(part, 'wx', 0o600))
        try {
          for await (const chunk of source) await onDisk(() => file.writeFile(chunk))
          await onDisk(() => file.sync())
        } finally {
          await file.close()
        }
        await onDisk(() => rename(part, path))
        await syncFolder(folder)
      } catch (err) {
        // The first failure is reported, also when the same disk cannot remove the remains.
        await rm(part, { force: true }).catch(() => undefined)
        throw err
      }
    },
    async read(key, range) {
      const path = pathOf(key)
      try {
        const file = await open(path, 'r')
        return file.createReadStream(range)
      } catch (err) {
        if (errorFields(err).code === 'ENOENT') return undefined
        throw toStoreError(err)
      }
    },
    async *list() {
      for await (const path of glob('*/*', { cwd: root })) {
        const name = path.replaceAll('\\', '/')
        if (isMediaKey(name)) yield name
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async removeUnfinished() {
      for await (const name of glob('*/*.part', { cwd: root })) {
        const path = join(root, name)
        const file = await stat(path).catch(() => undefined)
        if (file && file.mtimeMs < Date.now() - UNFINISHED_MS) await rm(path, { force: true })
      }
    },
  }
}

async function onDisk<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (err) {
    throw toStoreError(err)
  }
}

/** Converts an error of the file system. Its message names no path. */
function toStoreError(err: unknown): AppError {
  const { code = '' } = errorFields(err)
  return ['ENOSPC', 'EDQUOT'].includes(code)
    ? new AppError(
        'media_store_full',
        'The file storage is full. The operator of this server must free disk space.',
        { cause: err },
      )
    : storeUnavailable(err)
}

/** Makes a rename durable, where the system can sync folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  if (!folder) return
  try {
    await folder.sync()
  } catch {
    // Not every file system supports it.
  } finally {
    await folder.close()
  }
}
