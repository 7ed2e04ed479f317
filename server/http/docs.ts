import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'

/** Allows only inline scripts and styles and our own origin: the page must not load anything from other servers. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the interactive reference at /docs. It is loaded on the first request, because its browser script would
 * otherwise occupy memory in every process.
 */
export function addDocs(app: App): void {
  let docs: Promise<FastifyInstance> | undefined
  const config = { permission: { open: 'the API description is public' } } as const
  for (const url of ['/docs', '/docs/*'])
    app.get(url, { config, schema: { hide: true } }, async (request, reply) => {
      docs ??= createDocs()
      const answer = await (await docs).inject({ method: 'GET', url: request.url })
      const { 'content-type': type = 'text/html', location } = answer.headers
      if (location !== undefined) reply.header('location', location)
      return reply
        .code(answer.statusCode)
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', POLICY)
        .type(String(type))
        .serializer((body: Buffer) => body as unknown as string)
        .send(answer.rawPayload)
    })
  app.addHook('onClose', async () => (await docs)?.close())
}

async function createDocs(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Parley API',
      withDefaultFonts: false,
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
