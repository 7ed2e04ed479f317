import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { PUBLIC } from '../serve-document.ts'
import { sendText } from '../send-text.ts'

/** Allows only our own origin and inline styles: the page must not load anything from other servers. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The letters and the colours of the documentation. */
const FACE = `
  .light-mode {
    --scalar-font: var(--letters); --scalar-background-2: #f8f6f2; --scalar-background-3: #f3f0eb; --scalar-border-color: #e7e2da;
    --scalar-color-1: #1f1c18; --scalar-color-2: #625b52; --scalar-color-3: #625b52; --scalar-color-accent: #0e6b75;
  }
  .dark-mode {
    --scalar-font: var(--letters); --scalar-background-1: #1c1a17; --scalar-background-2: #151311; --scalar-background-3: #2b2824;
    --scalar-border-color: #34302a; --scalar-color-1: #ebe6de; --scalar-color-2: #b0a89c; --scalar-color-3: #b0a89c;
    --scalar-color-accent: #5cc3cc;
  }`

/** The path of the script that starts the page. */
const START_SCRIPT = '/docs/reference/start.js'
const INLINE_SCRIPT = /<script(?: type="text\/javascript")?>([^]*?)<\/script>/

/**
 * Serves the interactive API reference at /docs/reference. It is loaded on the first request, because its browser script would
 * otherwise occupy memory in every process.
 */
export function addReference(app: App): void {
  let docs: Promise<FastifyInstance> | undefined
  const load = async (url: string) => (await (docs ??= createDocs())).inject({ method: 'GET', url })
  app.get(START_SCRIPT, { config: PUBLIC, schema: { hide: true } }, async (_request, reply) => {
    const script = INLINE_SCRIPT.exec((await load('/docs/reference/')).body)![1]!
    reply.header('cache-control', 'public, max-age=3600')
    return sendText(reply, 'text/javascript; charset=utf-8', script)
  })
  for (const url of ['/docs/reference', '/docs/reference/*'])
    app.get(url, { config: PUBLIC, schema: { hide: true } }, async (request, reply) => {
      const answer = await load(request.url)
      const { 'content-type': type = 'text/html', location } = answer.headers
      if (location !== undefined) reply.header('location', location)
      reply
        .code(answer.statusCode)
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', POLICY)
      const isPage = String(type).startsWith('text/html')
      return sendText(reply, String(type), isPage ? adaptPage(answer.body) : answer.rawPayload)
    })
  app.addHook('onClose', async () => (await docs)?.close())
}

/**
 * Replaces the page's inline script by the same script in a file, because the policy allows no inline scripts, and names
 * the icon and the letters of the app.
 */
function adaptPage(page: string): string {
  return page
    .replace(INLINE_SCRIPT, `<script src="${START_SCRIPT}"></script>`)
    .replace(
      '<head>',
      '<head><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/fonts.css">',
    )
}

async function createDocs(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs/reference',
    configuration: {
      url: '/openapi.json',
      title: 'Parley API',
      withDefaultFonts: false,
      customCss: FACE,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      authentication: { preferredSecurityScheme: 'apiKey' },
    } as object,
  })
  return app
}
