import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { App } from '../app.ts'

/** The forms of a document: its text, compressed, by content coding. */
type Forms = Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>

/** A file to serve. `write` is called at the first request. */
type Document = { url: string; type: string; write: () => Promise<string> }

const config = { permission: { open: 'the API description is public' } } as const

/**
 * Serves a document that does not change while the server runs: compressed, with an ETag, and to pages of every origin.
 *
 * Source: RFC 9110 §13.1.2 for If-None-Match.
 */
export function serveDocument(app: App, { url, type, write }: Document): void {
  let ready: Promise<{ forms: Forms; etag: string }> | undefined
  app.get(url, { config, schema: { hide: true } }, async (request, reply) => {
    const { forms, etag } = await (ready ??= prepare(write).catch((err: unknown) => {
      ready = undefined
      throw err
    }))
    const coding = chooseCoding(request.headers['accept-encoding'])
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-encoding')
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'etag')
    if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
    if (coding !== 'identity') reply.header('content-encoding', coding)
    return reply
      .type(type)
      .serializer((body: unknown) => body as string)
      .send(forms[coding])
  })
}

async function prepare(write: () => Promise<string>): Promise<{ forms: Forms; etag: string }> {
  const identity = Buffer.from(await write())
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  // Weak: the compressed forms differ in their bytes.
  return { forms: { br, gzip: gzipped, identity }, etag: `W/"${hash}"` }
}

/** Returns the best content coding that a client accepts. */
function chooseCoding(header: string | string[] | undefined): keyof Forms {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) => each.trim().split(';'))
    .filter(([, weight = '']) => !/^\s*q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((each) => accepted.includes(each)) ?? 'identity'
}

function isNamed(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((each) => bare(each) === bare(etag))
}
