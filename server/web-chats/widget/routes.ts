import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { createDocument, sendDocument } from '#http/serve-document.ts'
import type { Document } from '#http/serve-document.ts'
import { AppError } from '#lib/errors.ts'

/** How long browsers use the script without asking whether it changed, and how long while they ask. */
const CACHE = 'public, max-age=600, stale-while-revalidate=86400'

/** Adds the script of the widget, which is built with the web app. Its ETag is its version. */
export function addWidgetRoute(app: App, { config: { webDir } }: Pick<Context, 'config'>): void {
  let ready: Promise<Document> | undefined
  const site = resource(app, '', { read: { open: 'every site may load the script of the widget' } })
  site.get('/chat.js', {
    serve: async ({ request, reply }) => {
      ready ??= readFile(join(webDir, 'chat.js')).then((script) =>
        createDocument('text/javascript; charset=utf-8', script),
      )
      const document = await ready.catch(() => {
        ready = undefined
        throw new AppError('route_not_found', 'The widget is not built. Run npm run build.')
      })
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendDocument(request, reply, document, CACHE)
    },
  })
}
