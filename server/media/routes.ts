import { resource } from '#http/resource.ts'
import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import type { App } from '#http/app.ts'
import { AppError } from '#lib/errors.ts'
import { toSafeFilename } from '#lib/to-safe-filename.ts'
import { readMediaLink } from './media-link.ts'
import { mediaKey } from './media-storage.ts'
import { createMediaStorage } from './create-media-storage.ts'
import { FILE_HEADERS } from './file-headers.ts'
import type { ByteRange } from './media-storage.ts'
const Params = Type.Object({ token: Type.String() })

/** Types that a browser may display; all others are downloads, whatever they contain. */
const shownTypes =
  /^(image\/(jpeg|png|gif|webp)|audio\/(aac|amr|mpeg|mp4|ogg|opus|wav|webm)|video\/(mp4|3gpp|webm|quicktime))$/

/** Adds the route of messages' files, behind signed links. */
export function addMediaRoutes(app: App, context: Context): void {
  const storage = createMediaStorage(context.config)
  const routes = resource(app, '/media', { read: { open: 'the link is signed and expires' } })

  routes.get('/:token', {
    params: Params,
    hide: true,
    serve: async ({ token, request, reply }) => {
      const link = readMediaLink(context, token)
      const file = link && (await findStored(context, link.workspaceId, link.mediaId))
      if (!file) throw notFound()
      const size = file.size_bytes ?? 0
      const range = readRange(request.headers.range, size)
      reply
        .headers(FILE_HEADERS)
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'private, max-age=3600, immutable')
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${size}`).send()
      const body = await storage.read(mediaKey(link!.workspaceId, link!.mediaId), range)
      if (!body) throw notFound()
      const type = file.mime_type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
      if (range)
        reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      return reply
        .header('content-type', shownTypes.test(type) ? file.mime_type! : savedType(type))
        .header('content-length', range ? range.end - range.start + 1 : size)
        .header('content-disposition', disposition(type, file.filename))
        .send(body)
    },
  })
}

function notFound(): AppError {
  return new AppError('media_not_found', 'The file does not exist, or its link has expired.')
}

/** Finds a received or an uploaded file. */
async function findStored(context: Context, workspaceId: string, id: string) {
  const { db } = await inWorkspace(context, workspaceId)
  return db
    .selectFrom('media_files')
    .select(['mime_type', 'filename', 'size_bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .unionAll(
      db
        .selectFrom('media_uploads')
        .select(['mime_type', 'filename', 'size_bytes'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id),
    )
    .executeTakeFirst()
}

function savedType(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) && !/html|xml|svg|script/.test(type)
    ? type
    : 'application/octet-stream'
}

/**
 * Returns how a browser shows or saves a file. The name is made safe here too: files from earlier releases have the names that
 * their senders gave them. Source: RFC 6266, and RFC 8187 for names beyond ASCII.
 */
function disposition(type: string, given: string | null): string {
  const kind = shownTypes.test(type) ? 'inline' : 'attachment'
  // A file without a name would be saved with an ending that the browser derives from the type.
  if (!given && kind === 'inline') return kind
  const filename = toSafeFilename(given ?? 'file', type)
  const plain = filename.replace(/[^\w .()-]/g, '_')
  const exact = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** Parses one range of bytes; several ranges, or an unknown form, mean the whole file. Source: RFC 9110 §14. */
function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
