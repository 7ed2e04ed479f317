import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { AppError } from '#lib/errors.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { FILE_HEADERS } from '#media/file-headers.ts'
import { mediaKey } from '#media/media-storage.ts'
import { readPictureToken } from './picture-url.ts'

const Params = Type.Object({ token: Type.String() })

/** Adds the route of pictures, behind signed links without an end. */
export function addPictureRoutes(app: App, context: Context): void {
  const storage = createMediaStorage(context.config)
  resource(app, '/pictures', { read: { open: 'the link is signed' } }).get('/:token', {
    params: Params,
    hide: true,
    serve: async ({ token, reply }) => {
      const id = readPictureToken(context, token)
      const found =
        id !== undefined &&
        (await context.directory
          .selectFrom('pictures')
          .select(['workspace_id', 'size_bytes'])
          .where('id', '=', id)
          .executeTakeFirst())
      const body = found && (await storage.read(mediaKey(found.workspace_id, id)))
      if (!body) throw new AppError('media_not_found', 'The picture does not exist.')
      return reply
        .headers(FILE_HEADERS)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-type', 'image/webp')
        .header('content-length', found.size_bytes)
        .send(body)
    },
  })
}
