import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { AppError } from '#lib/errors.ts'
import { readPictureToken } from './picture-url.ts'

const Params = Type.Object({ token: Type.String() })

/** Adds the route of pictures, behind signed links without an end. */
export function addPictureRoutes(app: App, context: Context): void {
  resource(app, '/pictures', { read: { open: 'the link is signed' } }).get('/:token', {
    params: Params,
    hide: true,
    serve: async ({ token, reply }) => {
      const id = readPictureToken(context, token)
      const found =
        id !== undefined &&
        (await context.directory
          .selectFrom('pictures')
          .select('bytes')
          .where('id', '=', id)
          .executeTakeFirst())
      if (!found) throw new AppError('media_not_found', 'The picture does not exist.')
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-type', 'image/webp')
        .send(found.bytes)
    },
  })
}
