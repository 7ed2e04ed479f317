import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#lib/ids.ts'
import type { MediaStorage } from './media-storage.ts'

/** Age from which an unfinished write was abandoned by a killed process. */
const UNFINISHED_MS = 24 * 3_600_000

/**
 * Creates a storage in the directory `media` under `dataDir`. A file is written next to its final path, synced to disk
 * and renamed, so that its path has the whole file or nothing, even after a power failure.
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
      await mkdir(folder, { recursive: true })
      const part = `${path}.${newId()}.part`
      try {
        const file = await open(part, 'wx', 0o600)
        try {
          for await (const chunk of source) await file.writeFile(chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, path)
        await syncFolder(folder)
      } catch (err) {
        await rm(part, { force: true })
        throw err
      }
    },
    async read(key, range) {
      try {
        const file = await open(pathOf(key), 'r')
        return file.createReadStream(range)
      } catch (err) {
        if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw err
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
