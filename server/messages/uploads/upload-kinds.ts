import { AppError, fieldError } from '#lib/errors.ts'

const MB = 1024 * 1024

/** What the platform takes as each type of message, and how large. Source: Cloud API, "Media: supported types". */
const kinds: Record<string, { bytesMax: number; mimeTypes: string[] }> = {
  image: { bytesMax: 5 * MB, mimeTypes: ['image/jpeg', 'image/png'] },
  sticker: { bytesMax: 500 * 1024, mimeTypes: ['image/webp'] },
  video: { bytesMax: 16 * MB, mimeTypes: ['video/3gpp', 'video/mp4'] },
  audio: {
    bytesMax: 16 * MB,
    mimeTypes: ['audio/aac', 'audio/amr', 'audio/mp4', 'audio/mpeg', 'audio/ogg'],
  },
  document: {
    bytesMax: 100 * MB,
    mimeTypes: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  },
}

/** The largest file that may be uploaded, of any type. */
export const UPLOAD_BYTES_MAX = 100 * MB

/** Every MIME type that may be uploaded. */
export const UPLOAD_MIME_TYPES = Object.values(kinds).flatMap((kind) => kind.mimeTypes)

/** A file that was uploaded. */
export type UploadedFile = {
  mime_type: string
  filename: string | null
  size_bytes: number
  sha256: string
}

/** The type of message that a MIME type goes as, and the bytes it may have; undefined for one that goes as none. */
export function kindOf(mimeType: string): { type: string; bytesMax: number } | undefined {
  const found = Object.entries(kinds).find(([, kind]) => kind.mimeTypes.includes(mimeType))
  return found && { type: found[0], bytesMax: found[1].bytesMax }
}

/**
 * An uploaded file as the file of a message: its type, and what the message shows of it.
 *
 * @throws {AppError} media_not_usable (it cannot go as the type that was said), validation_failed
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
