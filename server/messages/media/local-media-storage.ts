import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#lib/ids.ts'
import type { MediaStorage } from './media-storage.ts'

/** A write that is older was killed. */
const UNFINISHED_MS = 24 * 3_600_000

/**
 * Files in the directory `media` under `dataDir`. A file is written beside its place, forced to disk and renamed, so
 * that under its key it is whole or not there, also after a loss of power.
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

/** Makes a rename last; a system that cannot sync folders keeps it anyway. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  if (!folder) return
  try {
    await folder.sync()
  } catch {
    // Not every file system allows it.
  } finally {
    await folder.close()
  }
}
