import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#lib/errors.ts'
import { PROBLEMS_PATH } from '../to-problem.ts'
import type { App } from '../app.ts'
import { PUBLIC, createDocument, sendDocument } from '../serve-document.ts'
import type { Document } from '../serve-document.ts'
import { createSite } from './create-site.ts'
import { ROOT } from './navigation.ts'
import type { Description } from './reference-operation.ts'
import { addReference } from './add-reference.ts'

/** Allows only our own files: a page must not load anything from other servers. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const TYPES: Readonly<Record<string, string>> = {
  SHA256SUMS: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  whl: 'application/zip',
}

/** The site, from whose parts the documents are created; they stay in memory once they were asked for. */
type Write = () => Promise<{ type: string; content: string | Buffer } | null>

/**
 * Serves the documentation: the pages of `docs/` at /docs, each also as Markdown, the interactive reference, and
 * /llms.txt and /llms-full.txt for language models. The packages of clients and integrations were built into `webDir`.
 */
export function addDocsRoutes(app: App, webDir: string): void {
  const site = createSite(
    async () => JSON.parse((await app.inject('/openapi.json')).body) as Description,
  )
  const documents = new Map<string, Promise<Document | null>>()
  addReference(app)
  app.get(PROBLEMS_PATH, { config: PUBLIC, schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/docs/errors'),
  )
  for (const url of ['/docs', '/docs/*', '/llms.txt', '/llms-full.txt'])
    app.get(url, { config: PUBLIC, schema: { hide: true } }, async (request, reply) => {
      const path = decodePath(request.url)
      const document = path === null ? null : await load(path)
      if (document === null)
        throw new AppError('route_not_found', `${request.url.split('?')[0]!} does not exist.`)
      if (document.type.startsWith('text/html')) reply.header('content-security-policy', POLICY)
      return sendDocument(request, reply, document)
    })

  async function load(path: string): Promise<Document | null> {
    const known = documents.get(path)
    if (known) return known
    const created = toWrite(path)().then((file) =>
      file === null ? null : createDocument(file.type, file.content),
    )
    documents.set(path, created)
    // Only pages that exist are remembered, so that requests cannot fill the memory.
    if ((await created.catch(() => null)) === null) documents.delete(path)
    return created
  }

  function toWrite(path: string): Write {
    const asset = /^\/docs\/assets\/(docs\.(?:css|js))$/.exec(path)?.[1]
    if (asset) return () => readAsset(join(import.meta.dirname, 'assets', asset))
    const download = /^\/docs\/downloads\/([\w-]+[\w.-]*\.(?:tgz|whl)|SHA256SUMS)$/.exec(path)?.[1]
    if (download) return () => readAsset(join(webDir, 'downloads', download))
    if (path === '/docs/search.json') return asText('application/json', site.writeIndex)
    if (path === '/llms.txt') return asText('text/plain; charset=utf-8', site.writeLlms)
    if (path === '/llms-full.txt') return asText('text/plain; charset=utf-8', site.writeLlmsFull)
    const shown = /^\/(docs\/(?:images|performance)\/[\w-]+\.(?:png|svg))$/.exec(path)?.[1]
    if (shown) return () => readAsset(join(ROOT, shown))
    if (path.endsWith('.md'))
      return asText('text/markdown; charset=utf-8', () => site.readMarkdown(path.slice(0, -3)))
    return asText('text/html; charset=utf-8', () => site.writePage(path))
  }
}

function asText(type: string, write: () => Promise<string | null>): Write {
  return async () => {
    const content = await write()
    return content === null ? null : { type, content }
  }
}

async function readAsset(file: string): Promise<{ type: string; content: Buffer } | null> {
  const content = await readFile(file).catch(() => null)
  return content && { type: TYPES[file.split(/[./]/).at(-1)!]!, content }
}

/** Returns the path of a request without a final slash, or null if it is malformed. */
function decodePath(url: string): string | null {
  const path = url.split('?')[0]!.replace(/(?<=.)\/$/, '')
  return /^(?:\/[\w.-]+)+$/.test(path) && !path.includes('..') ? path : null
}
