import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Config } from '#lib/settings/config.ts'
import { demoReceiverUrl } from '#lib/outgoing/demo-receiver-url.ts'
import { AppError } from '#lib/errors.ts'
import { nullable } from '#lib/schemas.ts'
import type { App } from './app.ts'

/** The server settings that the web app needs. `demo` is null if no simulator plays the platform. */
const AppConfig = Type.Object({
  public_url: Type.String(),
  ingest_url: Type.String(),
  sends_mail: Type.Boolean({
    description: 'Whether a mail server is set up; without one, an invitation returns its link.',
  }),
  demo: nullable(Type.Object({ simulator_url: Type.String(), receiver_url: Type.String() })),
})

/** The first path segments of the web app's pages. Add new areas here; test/web/shell.test.ts compares them. */
const PAGES = [
  'inbox',
  'contacts',
  'tickets',
  'reports',
  'notifications',
  'search',
  'developer',
  'settings',
  'authorize',
  'sign-in',
  'second-factor',
  'sso',
  'forgot-password',
  'reset-password',
  'invitations',
]

/** The files beside the page. Browsers ask for a new version each time, which keeps the service worker current. */
const ROOT_FILES = [
  'favicon.svg',
  // The documentation uses it, too.
  'fonts.css',
  // Browsers ask for it, also on pages that name another icon.
  'favicon.ico',
  'before.js',
  'sw.js',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'badge-96.png',
]

/**
 * Serves the built web app at `/`: precompressed, with files named by their hash cached forever, and pages with
 * a strict Content-Security-Policy.
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
    config: { permission: { open: 'the web app, which requests all data with a session' } },
    schema: { hide: true },
  } as const

  app.get(
    '/api/app/config',
    {
      config: { permission: { session: 'member' } },
      schema: {
        operationId: 'getProductConfig',
        summary: 'Where the parts of the product are',
        description:
          'Returns the public addresses of the API and of the ingest server. In a demo it also returns those of the simulator and of the receiver; otherwise `demo` is null.',
        tags: ['Session'],
        response: { 200: AppConfig },
      },
    },
    async () => ({
      public_url: config.publicUrl,
      ingest_url: config.ingestUrl,
      sends_mail: config.mail.smtpUrl !== undefined,
      demo: config.demo
        ? {
            simulator_url: `http://localhost:${config.simulatorPort}`,
            receiver_url: demoReceiverUrl(config),
          }
        : null,
    }),
  )

  function sendPage(reply: FastifyReply): FastifyReply {
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'x-frame-options': 'DENY',
    })
    if (!existsSync(join(root, 'index.html')))
      return reply.type('text/plain').send('The web app is not built. Run: npm run build⏎')
    return reply.sendFile('index.html')
  }

  for (const path of ['/', ...PAGES.flatMap((page) => [`/${page}`, `/${page}/*`])])
    app.get(path, route, async (_request, reply) => sendPage(reply))
  app.get('/assets/*', route, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (!existsSync(join(root, 'assets', name))) throw notFound(request)
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.sendFile(name, join(root, 'assets'))
  })
  for (const name of ROOT_FILES)
    app.get(`/${name}`, route, async (request, reply) => {
      if (!existsSync(join(root, name))) throw notFound(request)
      reply.header('cache-control', 'no-cache')
      return reply.sendFile(name)
    })
  // A mistyped URL gets an error page in a browser, and a problem+json error in other clients.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && isPage(request)) sendPage(reply.code(404))
    else done()
  })
}

function isPage({ headers, url }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && !/^\/api\b/.test(url)
}

function notFound(request: FastifyRequest): AppError {
  const [path] = request.url.split('?', 1)
  return new AppError('route_not_found', `${request.method} ${path} does not exist.`)
}

/**
 * Returns a policy that only allows our own origin. In a demo, the simulator's phone can be shown beside the
 * inbox.
 */
function toPolicy(config: Config): string {
  const frames = config.demo ? `'self' http://localhost:${config.simulatorPort}` : "'none'"
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library sets inline styles.
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
