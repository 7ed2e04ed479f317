const MB = 1024 * 1024

/**
 * Every kind of file that can be uploaded, with its maximum size in bytes, by the type of message that it is sent as.
 * Source: Cloud API, "Media: supported types".
 */
export const UPLOAD_KINDS = {
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
