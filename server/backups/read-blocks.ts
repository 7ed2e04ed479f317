import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { present } from '#lib/present.ts'
import { BackupError } from './backup-error.ts'
import { describeFile } from './backup-place.ts'
import type { BackupFile, BackupSource } from './backup-place.ts'
import { deriveFileKey } from './backup-secret.ts'
import type { BackupSecret, Encryption } from './backup-secret.ts'
import { createCipherSealer, createHashSealer, TAG_BYTES } from './sealer.ts'
import type { Sealer } from './sealer.ts'
import { FORMAT, HEAD_BYTES } from './create-blocks.ts'

/** A block: its kind and its content. */
type Block = { kind: number; content: Buffer }

/** The most characters of the first line. */
const HEADER_MAX = 1_000
/** So many blocks are decompressed at once. */
const AHEAD = 4

const decompress = promisify<Buffer, Buffer>(zstdDecompress)

/**
 * Reads the blocks of a file that `createBlocks` wrote, in order. Each block was checked before it is returned; the caller
 * must check that the last one is the end.
 *
 * @throws {BackupError} if the file is no backup, is of a newer version, needs another secret, or was changed
 */
export async function* readBlocks(
  backup: BackupFile,
  secret: BackupSecret | undefined,
): AsyncGenerator<Block, void> {
  const file = await backup.place.open(backup.name)
  try {
    const { size } = file
    const header = await readHeader(file, describeFile(backup))
    const sealer = await openSealer(header, secret)
    const pending: { kind: number; content: Promise<Buffer> }[] = []
    let at = Buffer.byteLength(header)
    while (at < size || pending.length > 0) {
      while (at < size && pending.length < AHEAD) {
        const head = await readBytes(file, HEAD_BYTES, at)
        const kind = head.readUInt8(4)
        const payload = await readBytes(file, head.readUInt32BE(), at + HEAD_BYTES)
        const opened = sealer.open(kind, head.subarray(HEAD_BYTES - TAG_BYTES), payload)
        if (!opened) throw damaged(at, at === Buffer.byteLength(header) && secret !== undefined)
        const content = decompress(opened)
        content.catch(() => undefined)
        pending.push({ kind, content })
        at += HEAD_BYTES + payload.length
      }
      const { kind, content } = present(pending.shift())
      yield { kind, content: await content }
    }
  } finally {
    await file.close()
  }
}

async function readHeader(file: BackupSource, path: string): Promise<string> {
  const buffer = await file.read(0, HEADER_MAX)
  const header = buffer.toString('utf8', 0, buffer.indexOf('\n') + 1)
  if (!header.startsWith('{"parley_backup":'))
    throw new BackupError(`The file ${path} is not a backup of Parley.`)
  return header
}

async function openSealer(header: string, secret: BackupSecret | undefined): Promise<Sealer> {
  const { parley_backup: format, encryption } = parseHeader(header)
  if (format > FORMAT)
    throw new BackupError(
      `The backup has the format ${format}, and this release reads formats up to ${FORMAT}. Use a newer release.`,
    )
  if (!encryption) return createHashSealer(header)
  if (!secret)
    throw new BackupError('The backup is encrypted. Give its --passphrase-file or its --key-file.')
  return createCipherSealer(await deriveFileKey(secret, encryption, header))
}

function parseHeader(header: string): { parley_backup: number; encryption: Encryption | null } {
  try {
    return JSON.parse(header)
  } catch (cause) {
    throw new BackupError('The first line of the backup is damaged.', { cause })
  }
}

async function readBytes(file: BackupSource, length: number, at: number): Promise<Buffer> {
  if (at + length > file.size) throw incomplete()
  const buffer = await file.read(at, length)
  if (buffer.length < length) throw incomplete()
  return buffer
}

/** Creates the error of a file that ends too early. */
export function incomplete(): BackupError {
  return new BackupError('The backup is incomplete: the end of the file is missing.')
}

function damaged(at: number, mayBeSecret: boolean): BackupError {
  return new BackupError(
    mayBeSecret
      ? 'The passphrase or key is not the one of this backup, or the file is damaged.'
      : `The backup is damaged at byte ${at}: it was changed after it was written.`,
  )
}
