import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { WithClock, WithConfig } from '#db/context.ts'
import type { MediaUploads } from '#db/tables/media-uploads.ts'
import { Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { mediaLink } from '#media/media-link.ts'
import { kindOf } from './kind-of.ts'

/** An uploaded file to send, as the API returns it. */
export const Upload = titled('Media', {
  id: Id,
  type: Type.String({ description: 'The type of message that the file is sent as.' }),
  mime_type: Type.String(),
  filename: nullable(Type.String()),
  size_bytes: Type.Integer(),
  sha256: Type.String({ description: 'The SHA-256 hash in hexadecimal.' }),
  url: Type.String({ description: 'A link that is valid for a week.' }),
  created_at: Time,
})

/** An uploaded file to send, as the API returns it. */
export type Upload = Static<typeof Upload>

/** The body of POST /api/v1/media. */
export const UploadBody = Type.Object({
  file: Type.String({
    format: 'binary',
    description:
      'The file with its name and type. Images up to 5 MB, audio and video up to 16 MB, documents up to 100 MB, stickers up to 500 KB.',
  }),
})

/** Converts a row of `media_uploads` to the API's upload. */
export function toUpload(context: WithConfig & WithClock, row: Selectable<MediaUploads>): Upload {
  return pickFields(Upload, {
    ...row,
    type: kindOf(row.mime_type)!.type,
    url: mediaLink(context, { workspaceId: row.workspace_id, mediaId: row.id }),
  })
}
