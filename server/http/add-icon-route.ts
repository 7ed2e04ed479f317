import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#lib/errors.ts'
import type { App } from './app.ts'
import { createDocument, sendDocument } from './serve-document.ts'
import type { Document } from './serve-document.ts'

const config = { permission: { open: 'browsers request the icon of every server' } } as const

/** Adds `/favicon.ico`, for a server whose pages have no other files: the icon of the web app that is built in `webDir`. */
export function addIconRoute(app: App, webDir: string): void {
  let ready: Promise<Document> | undefined
  app.get('/favicon.ico', { config, schema: { hide: true } }, async (request, reply) => {
    ready ??= readFile(join(webDir, 'favicon.ico')).then((icon) =>
      createDocument('image/x-icon', icon),
    )
    const document = await ready.catch(() => {
      ready = undefined
      throw new AppError('route_not_found', 'The web app is not built. Run npm run build.')
    })
    return sendDocument(request, reply, document, 'public, max-age=86400')
  })
}
