import { createHash } from 'node:crypto'
import { gatherParts } from '#messages/media/gather-parts.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'
import { KINDS } from './write-blocks.ts'
import type { BackupTarget } from './write-servers.ts'

/** A stored file is written in pieces of this size. */
const PART_BYTES = 1024 * 1024

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
    const content = await storage.read(key)
    if (!content) return
    await write({ type: 'file', key })
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of gatherParts(content, PART_BYTES)) {
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
      for await (const key of storage.list()) {
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
