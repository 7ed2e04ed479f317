import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { present } from '#lib/present.ts'
import type { BackupFile } from './backup-place.ts'
import { chooseEncryption, deriveFileKey } from './backup-secret.ts'
import type { BackupSecret } from './backup-secret.ts'
import { createCipherSealer, createHashSealer, TAG_BYTES } from './sealer.ts'

/** The version of the file's layout. Version 2 added what was written while the tables were read. */
export const FORMAT = 2

/** The kinds of blocks: an entry as JSON, or data of the entry before it. */
export const KINDS = { entry: 1, data: 2 } as const

/** The bytes before a block's payload: its length, its kind and its tag. */
export const HEAD_BYTES = 4 + 1 + TAG_BYTES

/** The number of blocks that are compressed at the same time. */
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
 * Creates a file of blocks. The first line is JSON with the version of the layout and how the file is encrypted. Each block
 * is compressed, and encrypted if there is a secret.
 *
 * @throws {BackupError} if the file exists, or its place cannot be used
 */
export async function createBlocks(
  file: BackupFile,
  secret: BackupSecret | undefined,
): Promise<BlockWriter> {
  const encryption = secret ? chooseEncryption(secret) : null
  const header = `${JSON.stringify({ parley_backup: FORMAT, encryption })}\n`
  const sealer =
    secret && encryption
      ? createCipherSealer(await deriveFileKey(secret, encryption, header))
      : createHashSealer(header)
  const sink = await file.place.create(file.name)
  let size = 0
  const append = async (bytes: Buffer) => {
    await sink.append(bytes)
    size += bytes.length
  }
  const pending: { kind: number; compressed: Promise<Buffer> }[] = []
  const writeNext = async () => {
    const { kind, compressed } = present(pending.shift())
    const { tag, payload } = sealer.seal(kind, await compressed)
    const head = Buffer.alloc(5)
    head.writeUInt32BE(payload.length)
    head.writeUInt8(kind, 4)
    await append(Buffer.concat([head, tag, payload]))
  }
  try {
    await append(Buffer.from(header))
  } catch (err) {
    await sink.discard()
    throw err
  }
  return {
    async write(kind, content) {
      const compressed = compress(content)
      compressed.catch(() => undefined)
      pending.push({ kind, compressed })
      if (pending.length > AHEAD) await writeNext()
    },
    async finish() {
      while (pending.length > 0) await writeNext()
      await sink.finish()
      return size
    },
    discard: sink.discard,
  }
}
