import { toSafeFilename } from '#lib/to-safe-filename.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { checkUpload, readMimeType } from './check-upload.ts'
import type { UploadedFile } from './kind-of.ts'

/**
 * Stores a file that arrives under a key of the storage, if messages can have it, and returns it with a name that is safe to
 * download. `bytesMax` replaces the maximum size of its kind.
 *
 * @throws {AppError} body_too_large, media_not_usable
 */
export async function storeUpload(
  storage: MediaStorage,
  key: string,
  file: { filename: string | null; mimeType: string; bytes: AsyncIterable<Uint8Array> },
  bytesMax?: number,
): Promise<UploadedFile> {
  const mimeType = readMimeType(file.mimeType, file.filename ?? undefined)
  const { bytes, result } = checkUpload(file.bytes, mimeType, bytesMax)
  await storage.write(key, bytes)
  const { sizeBytes, sha256 } = result()
  const filename = file.filename === null ? null : toSafeFilename(file.filename, mimeType)
  return { mime_type: mimeType, filename, size_bytes: sizeBytes, sha256 }
}
