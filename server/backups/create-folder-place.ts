import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { newId } from '#lib/ids.ts'
import { errorFields } from '#lib/errors.ts'
import { BackupError } from './backup-error.ts'
import type { BackupFile, BackupPlace } from './backup-place.ts'
import { limitPlace } from './limit-place.ts'

/** The end of the name of a file that is being written. */
const UNFINISHED = '.part'

/** Age from which an unfinished file was left behind by a killed process. */
const UNFINISHED_MS = 24 * 3_600_000

/** So many bytes are written before they are synced: the sync at the end of a large file has little left to do, and can be limited. */
const SYNC_BYTES = 256 * 1024 * 1024

/** Returns the backup at a path. */
export function fileAt(path: string): BackupFile {
  return { place: createFolderPlace(dirname(path)), name: basename(path) }
}

/**
 * Creates the place of backups in a folder. A file is written under another name, synced to the disk and renamed, and only
 * its owner can read it.
 */
export function createFolderPlace(folder: string): BackupPlace {
  const describe = (name: string) => join(folder, name)
  return limitPlace({
    describe,
    list: () => inFolder(folder, async () => await readdir(folder)),
    async create(name) {
      const path = describe(name)
      await refuseExisting(path)
      const part = `${path}.${newId()}${UNFINISHED}`
      const file = await inFolder(folder, () => open(part, 'wx', 0o600))
      let unsynced = 0
      return {
        append: (bytes) =>
          inFolder(folder, async () => {
            await file.appendFile(bytes)
            unsynced += bytes.length
            if (unsynced < SYNC_BYTES) return
            await file.datasync()
            unsynced = 0
          }),
        finish: () =>
          inFolder(folder, async () => {
            await file.sync()
            await file.close()
            await refuseExisting(path)
            await rename(part, path)
            await syncFolder(folder)
          }),
        async discard() {
          // Before it is closed, which waits for a write that may hang.
          await rm(part, { force: true }).catch(() => undefined)
          await file.close().catch(() => undefined)
        },
      }
    },
    async open(name) {
      const path = describe(name)
      const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
        throw unreadable(path, cause)
      })
      const { size } = await file.stat()
      return {
        size,
        async read(at, length) {
          const buffer = Buffer.allocUnsafe(length)
          let done = 0
          while (done < length) {
            const { bytesRead } = await file
              .read(buffer, done, length - done, at + done)
              .catch((cause: NodeJS.ErrnoException) => {
                throw unreadable(path, cause)
              })
            if (bytesRead === 0) break
            done += bytesRead
          }
          return buffer.subarray(0, done)
        },
        close: () => file.close(),
      }
    },
    remove: (name) => inFolder(folder, () => rm(describe(name), { force: true })),
    async removeUnfinished() {
      for (const name of await readdir(folder)) {
        if (!/\.backup\.[\w-]+\.part$/.test(name)) continue
        const file = await stat(join(folder, name)).catch(() => undefined)
        if (file && file.mtimeMs < Date.now() - UNFINISHED_MS)
          await rm(join(folder, name), { force: true })
      }
    },
  })
}

/** Runs an operation of the file system. @throws {BackupError} */
async function inFolder<T>(folder: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    const { code = 'error' } = errorFields(cause)
    const reason =
      { ENOSPC: 'the disk is full', EDQUOT: 'the disk is full', ENOENT: 'it does not exist' }[
        code
      ] ?? code
    throw new BackupError(`The folder ${folder} of the backup cannot be used: ${reason}.`, {
      cause,
    })
  }
}

function unreadable(path: string, cause: NodeJS.ErrnoException): BackupError {
  return new BackupError(`The file ${path} cannot be read (${cause.code}).`, { cause })
}

async function refuseExisting(path: string): Promise<void> {
  const file = await stat(path).catch((err: NodeJS.ErrnoException) => {
    if (err.code !== 'ENOENT') throw err
  })
  if (file) throw new BackupError(`The file ${path} exists. Choose another name.`)
}

/** Makes a rename durable, where the system can sync folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
