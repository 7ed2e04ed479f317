import { createHash } from 'node:crypto'
import { AppError, fieldError } from '#lib/errors.ts'
import { createContentCheck } from './create-content-check.ts'
import { kindOf, UPLOAD_MIME_TYPES } from './kind-of.ts'

/** Types by file extension, for clients that send no type. */
const endings: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  txt: 'text/plain',
}

/** Returns the MIME type of an upload. @throws {AppError} media_not_usable (the platform does not accept it) */
export function readMimeType(given: string, filename: string | undefined): string {
  const bare = given.split(';', 1)[0]!.trim().toLowerCase()
  const ending = filename?.split('.').at(-1)?.toLowerCase() ?? ''
  const isUnknown = bare === '' || bare === 'application/octet-stream'
  const mimeType = isUnknown && Object.hasOwn(endings, ending) ? endings[ending]! : bare
  if (!kindOf(mimeType))
    throw fieldError(
      'media_not_usable',
      'file',
      `must have a type that can be sent, not ${mimeType || 'unknown'}: ${UPLOAD_MIME_TYPES.join(', ')}`,
    )
  return mimeType
}

/**
 * Passes the bytes of an upload through, and fails when there are too many, none, or they are clearly of another type;
 * `result` is set afterwards. `bytesMax` replaces the maximum size of the kind of file.
 */
export function checkUpload(
  source: AsyncIterable<Uint8Array>,
  mimeType: string,
  bytesMax = kindOf(mimeType)!.bytesMax,
) {
  const { type } = kindOf(mimeType)!
  const hash = createHash('sha256')
  let sizeBytes = 0
  const content = createContentCheck(mimeType)
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      sizeBytes += chunk.length
      if (sizeBytes > bytesMax)
        throw new AppError(
          'body_too_large',
          `A file of type ${type} must not be larger than ${bytesMax} bytes.`,
        )
      content.read(chunk)
      hash.update(chunk)
      yield chunk
    }
    if (sizeBytes === 0) throw fieldError('media_not_usable', 'file', 'must not be empty')
    content.end()
  }
  return { bytes: bytes(), result: () => ({ sizeBytes, sha256: hash.digest('hex') }) }
}
