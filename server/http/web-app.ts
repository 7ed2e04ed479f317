import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Config } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { nullable } from '../lib/schemas.ts'
import type { App } from './app.ts'

/** What the web app is told of the server: `demo` is null where no simulator plays the platform. */
const AppConfig = Type.Object({
  public_url: Type.String(),
  ingest_url: Type.String(),
  demo: nullable(Type.Object({ simulator_url: Type.String() })),
})

/** Paths that are never a page of the app, whatever a browser asks for. */
const NOT_A_PAGE = /^\/(api|assets|media|docs|health|metrics|openapi\.json|problems)(\/|$)/
const PUBLIC_FILE = /^\/[\w-]+\.(svg|js|png|txt|webmanifest|json)$/

/**
 * Serves the built web app at `/`: compressed as it was built, what is named by its hash for ever, pages with a
 * strict Content-Security-Policy. A path that is no route and no file is the app's own, for browsers alone.
 */
export async function addWebApp(app: App, config: Config): Promise<void> {
  const root = config.webDir
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  const policy = toPolicy(config)
  const route = {
    config: { permission: { open: 'the web app, which asks for everything under a session' } },
    schema: { hide: true },
  } as const

  app.get(
    '/api/app/config',
    {
      config: { permission: { session: 'member' } },
      schema: {
        summary: 'Where the parts of the product are',
        tags: ['Session'],
        response: { 200: AppConfig },
      },
    },
    async () => ({
      public_url: config.publicUrl,
      ingest_url: config.ingestUrl,
      demo: config.demo ? { simulator_url: `http://localhost:${config.simulatorPort}` } : null,
    }),
  )

  async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'x-frame-options': 'DENY',
    })
    if (!existsSync(join(root, 'index.html')))
      return reply.type('text/plain').send('The web app is not built. Run: npm run build\n')
    return reply.sendFile('index.html')
  }

  app.get('/', route, async (_request, reply) => sendPage(reply))
  app.get('/assets/*', route, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (!existsSync(join(root, 'assets', name))) throw notFound(request)
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.sendFile(name, join(root, 'assets'))
  })
  app.get('/*', route, async (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    if (PUBLIC_FILE.test(path) && existsSync(join(root, path))) {
      reply.header('cache-control', 'no-cache')
      return reply.sendFile(path.slice(1))
    }
    const isPage = /\btext\/html\b/.test(request.headers.accept ?? '') && !NOT_A_PAGE.test(path)
    if (!isPage) throw notFound(request)
    return sendPage(reply)
  })
}

function notFound(request: FastifyRequest): AppError {
  const [path] = request.url.split('?', 1)
  return new AppError('route_not_found', `${request.method} ${path} does not exist.`)
}

/** Scripts and requests go to our own origin alone; in a demo the simulator's phone may stand beside the inbox. */
function toPolicy(config: Config): string {
  const frames = config.demo ? `'self' http://localhost:${config.simulatorPort}` : "'none'"
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library sets styles of elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
