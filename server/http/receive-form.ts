import type { FastifyRequest } from 'fastify'
import { isStorable } from './parse-json.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { toMultipartError } from './to-multipart-error.ts'

/** A file of a form, while it arrives. */
type FormFile = { filename: string | null; mimeType: string; bytes: AsyncIterable<Uint8Array> }

/**
 * The receiver of a form: the names of the fields that are read, `store` for its file, which gets the fields before the file
 * and may refuse it by throwing, and `discard`, which is called when the form is refused after that.
 */
type Receiver<T> = {
  fields?: readonly string[]
  store: (file: FormFile, fields: Record<string, string>) => Promise<T>
  discard: () => Promise<void>
}

/**
 * Receives a multipart body with one file `file`, as a stream. Returns what `store` returned.
 *
 * @throws {AppError} bad_request, body_too_large, unsupported_media_type, validation_failed, and those of `store`
 */
export async function receiveForm<T>(
  request: FastifyRequest,
  { fields: names = [], store, discard }: Receiver<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new AppError('unsupported_media_type', 'Send the file as multipart/form-data.')
  const fields: Record<string, string> = {}
  let stored: { result: T } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (names.includes(part.fieldname)) fields[part.fieldname] = toText(part)
        continue
      }
      if (part.fieldname !== 'file')
        throw fieldError('validation_failed', part.fieldname, 'is not a known field')
      const filename = part.filename?.slice(-240) || null
      if (filename !== null && !isStorable(filename))
        throw fieldError('validation_failed', 'file', 'must have a name without NUL characters')
      const file = { filename, mimeType: part.mimetype, bytes: part.file }
      stored = { result: await store(file, fields) }
    }
  } catch (err) {
    // The parser would otherwise go on with the rest of a refused body.
    request.raw.unpipe().resume()
    await discard().catch((failure: unknown) => {
      request.log.warn({ err: failure }, 'failed to remove a refused upload')
    })
    throw toMultipartError(err, 'The upload is too large.')
  }
  if (!stored) throw fieldError('validation_failed', 'file', 'is required')
  return stored.result
}

function toText({ fieldname, value }: { fieldname: string; value: unknown }): string {
  const text = String(value)
  if (!isStorable(text))
    throw fieldError('validation_failed', fieldname, 'must not contain NUL characters')
  return text
}
