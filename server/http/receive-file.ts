import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isStorable } from './parse-json.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { toMultipartError } from './to-multipart-error.ts'

/** An uploaded file in memory. */
type ReceivedFile = { filename: string; bytes: Buffer; sha256: string }

/**
 * Reads the single file of a multipart body. @throws {AppError} unsupported_media_type, validation_failed,
 * body_too_large, bad_request
 */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  if (!request.isMultipart())
    throw new AppError('unsupported_media_type', 'Send the file as multipart/form-data.')
  let received: ReceivedFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.fieldname !== 'file' || part.type === 'field')
        throw fieldError('validation_failed', part.fieldname, 'is not a known field')
      const filename = part.filename?.slice(-240) || 'file'
      if (!isStorable(filename))
        throw fieldError('validation_failed', 'file', 'must have a name without NUL characters')
      const bytes = await part.toBuffer()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      received = { filename, bytes, sha256 }
    }
  } catch (err) {
    // The parser would otherwise go on with the rest of a refused body.
    request.raw.unpipe().resume()
    throw toMultipartError(err, 'The file is too large.')
  }
  if (!received) throw fieldError('validation_failed', 'file', 'is required')
  return received
}
