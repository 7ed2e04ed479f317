import { createHash } from 'node:crypto'
import { gatherParts } from '#media/gather-parts.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { limitStall, limitStalls } from './limit-place.ts'
import { KINDS } from './create-blocks.ts'
import type { BackupTarget } from './write-servers.ts'

/** A stored file is written in pieces of this size. */
const PART_BYTES = 1024 * 1024

/** The start of a sentence about a storage that hangs. */
const STORAGE = 'The storage of files'

/**
 * Creates a writer of stored files. Each call of `writeNew` writes those that are new since the one before, and notes those that were
 * removed.
 */
export function createFileWriter(
  { writer, write, summary, onProgress }: BackupTarget,
  storage: MediaStorage,
): { writeNew: () => Promise<void> } {
  const written = new Map<string, number>()

  async function writeFile(key: string): Promise<void> {
    // Deleted since the listing.
    const content = await limitStall(STORAGE, storage.read(key))
    if (!content) return
    await write({ type: 'file', key })
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of limitStalls(STORAGE, gatherParts(content, PART_BYTES))) {
      hash.update(part)
      bytes += part.length
      await writer.write(KINDS.data, part)
    }
    await write({ type: 'file_end', bytes, sha256: hash.digest('hex') })
    written.set(key, bytes)
    summary.files++
    summary.fileBytes += bytes
    onProgress(`${summary.files} files, ${Math.round(summary.fileBytes / 1e6)} MB`)
  }

  return {
    async writeNew() {
      const gone = new Map(written)
      for await (const key of limitStalls(STORAGE, storage.list())) {
        gone.delete(key)
        if (!written.has(key)) await writeFile(key)
      }
      for (const [key, bytes] of gone) {
        await write({ type: 'file_removed', key })
        written.delete(key)
        summary.files--
        summary.fileBytes -= bytes
      }
    },
  }
}
