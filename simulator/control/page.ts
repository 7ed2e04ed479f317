import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { SimulatorState } from '../state.ts'
import { landingText } from './landing-text.ts'
import type { ControlApp } from './control-app.ts'

const FOLDER = join(import.meta.dirname, '../page')
const FILES = [
  'index.html',
  'phone.css',
  'icon.svg',
  'app.js',
  'api.js',
  'bubbles.js',
  'composer.js',
  'dialogs.js',
  'dom.js',
  'events.js',
  'replies.js',
  'sidebar.js',
  'store.js',
  'words.js',
]
/** The built web app, whose letters the page shares. Without it, the page has those of the system. */
const BUILT = join(import.meta.dirname, '../../web/dist')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The page runs only its own scripts; pictures may come from this machine's servers. */
const policyFor = (parents: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: http://localhost:* http://127.0.0.1:*",
    "media-src 'self' blob: http://localhost:* http://127.0.0.1:*",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parents.join(' ') || "'none'"}`,
  ].join('; ')

/** Reads the style sheet of the letters; it is empty while the web app is not built. */
async function readLetters(): Promise<string | Buffer> {
  return readFile(join(BUILT, 'fonts.css')).catch(() => '')
}

/** Adds the page at `/` with its files under `/page/`. A client that does not accept HTML gets the list of routes. */
export function pageRoutes(sim: ControlApp, state: SimulatorState): void {
  const files = new Map(FILES.map((name) => [name, readFileSync(join(FOLDER, name))]))
  const policy = policyFor(state.config.parents ?? [])
  const text = () => landingText(state.config.webhookUrl)

  sim.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })

  sim.get('/', async (request, reply) => {
    void reply.header('vary', 'accept')
    if (!request.headers.accept?.includes('text/html')) {
      return reply.type('text/plain; charset=utf-8').send(text())
    }
    return reply.type(TYPES['.html']!).send(files.get('index.html'))
  })
  sim.get('/sim', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(text()))
  // Browsers ask for it, also on pages that name their icon.
  sim.get('/favicon.ico', async (_request, reply) =>
    reply.type(TYPES['.svg']!).send(files.get('icon.svg')),
  )
  sim.get<{ Params: { name: string } }>('/page/:name', async ({ params }, reply) => {
    const file = params.name === 'fonts.css' ? await readLetters() : files.get(params.name)
    return file ? reply.type(TYPES[extname(params.name)]!).send(file) : reply.callNotFound()
  })
  sim.get<{ Params: { name: string } }>('/page/assets/:name', async ({ params }, reply) => {
    const isFont = /^[\w-]+\.woff2$/.test(params.name)
    const file = isFont && (await readFile(join(BUILT, 'assets', params.name)).catch(() => null))
    if (!file) return reply.callNotFound()
    // Each version of a file has a name of its own.
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.type(TYPES['.woff2']!).send(file)
  })
}
