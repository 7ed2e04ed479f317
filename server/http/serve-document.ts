import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { chooseCoding, isNamed } from './choose-coding.ts'
import type { Coding } from './choose-coding.ts'
import { sendText } from './send-text.ts'

/** A document in its content codings, with its type. */
export type Document = {
  type: string
  etag: string
  forms: Readonly<Record<Coding, Buffer>>
}

/** How long browsers may keep the answer to the question which headers they may send. */
const PREFLIGHT_SECONDS = 86_400

/** The permission of documents. */
export const PUBLIC = { permission: { open: 'the documentation is public' } } as const

/** Serves a document that does not change while the server runs. `write` is called at the first request. */
export function serveDocument(
  app: App,
  { url, type, write }: { url: string; type: string; write: () => Promise<string> },
): void {
  let ready: Promise<Document> | undefined
  app.get(url, { config: PUBLIC, schema: { hide: true } }, async (request, reply) => {
    ready ??= write().then((text) => createDocument(type, text))
    const document = await ready.catch((err: unknown) => {
      ready = undefined
      throw err
    })
    return sendDocument(request, reply, document)
  })
  // Browsers ask before they send If-None-Match from a page of another origin.
  app.options(url, { config: PUBLIC, schema: { hide: true } }, (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET')
      .header('access-control-allow-headers', 'if-none-match')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .send(),
  )
}

/**
 * Sends a document: compressed, with an ETag, and to pages of every origin.
 *
 * Source: RFC 9110 §13.1.2 for If-None-Match.
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, forms }: Document,
  cacheControl = 'public, max-age=300',
): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding'])
  reply
    .header('etag', etag)
    .header('cache-control', cacheControl)
    .header('vary', 'accept-encoding')
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'etag')
  if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return sendText(reply, type, forms[coding])
}

/** Compresses a document and computes its ETag. */
export async function createDocument(type: string, content: string | Buffer): Promise<Document> {
  const identity = Buffer.from(content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  // Weak: the compressed forms differ in their bytes.
  return { type, etag: `W/"${hash}"`, forms: { br, gzip: gzipped, identity } }
}
