import { AppError, fieldError } from '#lib/errors.ts'
import { MEDIA_KINDS } from '#platforms/registry/sending-limits.ts'

/** The maximum size of an upload of any type. */
export const UPLOAD_BYTES_MAX = Math.max(
  ...Object.values(MEDIA_KINDS).map(({ bytesMax }) => bytesMax),
)

/** Every MIME type that can be uploaded. */
export const UPLOAD_MIME_TYPES = Object.values(MEDIA_KINDS).flatMap((kind) => kind.mimeTypes)

/** An uploaded file. */
export type UploadedFile = {
  mime_type: string
  filename: string | null
  size_bytes: number
  sha256: string
}

/** Returns the message type for a MIME type, and its maximum size; undefined if no message type accepts it. */
export function kindOf(mimeType: string): { type: string; bytesMax: number } | undefined {
  const found = Object.entries(MEDIA_KINDS).find(([, kind]) => kind.mimeTypes.includes(mimeType))
  return found && { type: found[0], bytesMax: found[1].bytesMax }
}

/**
 * Returns an uploaded file as the file of a message: its type, and what the message shows.
 *
 * @throws {AppError} media_not_usable (it cannot be sent as the given type), validation_failed
 */
export function describeUpload(
  send: {
    mediaId?: string | undefined
    type?: string | undefined
    filename?: string | undefined
    text: string | null
  },
  upload: UploadedFile,
): { type: string; media: Record<string, unknown> } {
  const natural = kindOf(upload.mime_type)!.type
  const type = send.type ?? natural
  if (type !== natural)
    throw fieldError(
      'media_not_usable',
      'media_id',
      `must be a file that can be sent as ${type}; ${upload.mime_type} is sent as ${natural}`,
    )
  if (send.text !== null && (type === 'audio' || type === 'sticker'))
    throw new AppError('validation_failed', `A caption cannot be combined with type ${type}.`, {
      fields: [
        {
          field: 'message',
          code: 'validation_failed',
          message: `cannot be combined with type ${type}`,
        },
      ],
    })
  return {
    type,
    media: {
      id: send.mediaId!,
      status: 'stored',
      mime_type: upload.mime_type,
      filename: send.filename ?? upload.filename,
      size_bytes: upload.size_bytes,
      sha256: upload.sha256,
    },
  }
}
