import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { newId } from '#lib/ids.ts'
import { BackupError } from './backup-error.ts'
import { chooseEncryption, deriveFileKey } from './backup-secret.ts'
import type { BackupSecret } from './backup-secret.ts'
import { createCipherSealer, createHashSealer, TAG_BYTES } from './seal.ts'

/** The version of the file's layout. */
export const FORMAT = 1

/** The kinds of blocks: an entry as JSON, or data of the entry before it. */
export const KINDS = { entry: 1, data: 2 } as const

/** The bytes before a block's payload: its length, its kind and its tag. */
export const HEAD_BYTES = 4 + 1 + TAG_BYTES

/** The end of the name of a file that is being written. */
export const UNFINISHED = '.part'

/** So many blocks are compressed at once. */
const AHEAD = 4

const compress = promisify<Buffer, Buffer>(zstdCompress)

/**
 * A file that is being written. `write` adds a block; `finish` gives the file its name and returns its size in bytes;
 * `discard` removes it.
 */
export type BlockWriter = {
  write: (kind: number, content: Buffer) => Promise<void>
  finish: () => Promise<number>
  discard: () => Promise<void>
}

/**
 * Creates a file of blocks under a temporary name, which only its owner can read. The first line is JSON with the version
 * of the layout and how the file is encrypted. Each block is compressed, and encrypted if there is a secret.
 *
 * @throws {BackupError} if there is a file at `path`
 */
export async function createBlocks(
  path: string,
  secret: BackupSecret | undefined,
): Promise<BlockWriter> {
  await refuseExisting(path)
  const encryption = secret ? chooseEncryption(secret) : null
  const header = `${JSON.stringify({ parley_backup: FORMAT, encryption })}\n`
  const sealer =
    secret && encryption
      ? createCipherSealer(await deriveFileKey(secret, encryption, header))
      : createHashSealer(header)
  const part = `${path}.${newId()}${UNFINISHED}`
  const file = await open(part, 'wx', 0o600)
  let size = 0
  const append = async (bytes: Buffer) => {
    await file.appendFile(bytes)
    size += bytes.length
  }
  const pending: { kind: number; compressed: Promise<Buffer> }[] = []
  const writeNext = async () => {
    const { kind, compressed } = pending.shift()!
    const { tag, payload } = sealer.seal(kind, await compressed)
    const head = Buffer.alloc(5)
    head.writeUInt32BE(payload.length)
    head.writeUInt8(kind, 4)
    await append(Buffer.concat([head, tag, payload]))
  }
  await append(Buffer.from(header))
  return {
    async write(kind, content) {
      const compressed = compress(content)
      compressed.catch(() => undefined)
      pending.push({ kind, compressed })
      if (pending.length > AHEAD) await writeNext()
    },
    async finish() {
      while (pending.length > 0) await writeNext()
      await file.sync()
      await file.close()
      await refuseExisting(path)
      await rename(part, path)
      await syncFolder(dirname(path))
      return size
    },
    async discard() {
      await file.close().catch(() => undefined)
      await rm(part, { force: true }).catch(() => undefined)
    },
  }
}

async function refuseExisting(path: string): Promise<void> {
  const file = await open(path, 'r').catch((err: NodeJS.ErrnoException) => {
    if (err.code !== 'ENOENT') throw err
  })
  await file?.close()
  if (file) throw new BackupError(`The file ${path} exists. Choose another name.`)
}

/** Makes a rename durable, where the system can sync folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
