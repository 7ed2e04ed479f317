import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Context, Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import type { Call } from '../app.ts'
import { createOneOfEach, PATH_KINDS } from '../contract/one-of-each.ts'
import { signInTestMember } from '../session.ts'
import { createBodies } from './create-bodies.ts'
import type { Body } from './create-bodies.ts'

/** A question of the hooks: an operation such as `GET /api/v1/chats`, and whether its ids come from earlier responses. */
type Question = { operation: string; isStateful: boolean }

/** Everything that a request needs to reach data: credentials, ids for its path, and sometimes a body. */
type Target = {
  headers: Record<string, string>
  cookies: Record<string, string>
  path: Record<string, string>
  body?: unknown
}

/** A workspace with one of everything, a key and the session of an admin. */
type Workspace = {
  scope: Scope
  key: string
  ids: Record<string, string>
  publicId: string
  formToken: string
  visitorToken: string
  headers: Record<string, string>
  left: number
}

/** Options: how requests are answered, and how a workspace is created. */
type Options = {
  context: Context
  call: Call
  ingest: Call
  open: () => Promise<{ scope: Scope; key: string }>
  /** Whether requests use the key; otherwise the session of an admin. */
  isOfKeys: boolean
}

/** A workspace is replaced after this many requests, because they delete what it has. */
const PER_WORKSPACE = 200
const SITE = 'https://shop.example'

/** Serves targets over HTTP on loopback. Returns the address, and how to stop. */
export async function serveTargets(options: Options): Promise<{
  url: string
  close: () => Promise<void>
}> {
  const { context, ingest, open, isOfKeys } = options
  const call = fromManyNetworks(options.call)
  const bodies = createBodies(context, call)
  let current: Workspace | undefined
  let stateful: Workspace | undefined

  async function openWorkspace(): Promise<Workspace> {
    const { scope, key } = await open()
    const { ids, headers } = await createOneOfEach(call, { scope, key })
    const webChat = await call('POST /api/developer/web-chats', {
      headers,
      body: { name: 'Shop', allowed_origins: [SITE] },
    })
    const form = await call('POST /api/developer/forms', { headers, body: { name: 'Website' } })
    const publicId = webChat.body.public_id as string
    const session = await ingest(`POST /chat/${publicId}/session`, {
      headers: { origin: SITE, 'x-forwarded-for': `10.9.0.${randomInt(250)}` },
      body: { name: 'Asha' },
    })
    const formToken = form.body.token as string
    const visitorToken = session.body.token as string
    return { scope, key, ids, headers, publicId, formToken, visitorToken, left: PER_WORKSPACE }
  }

  /** Returns whether the session and its rights are still as they were at first. */
  async function isUsable({ headers, key }: Workspace): Promise<boolean> {
    const [session, me] = await Promise.all([
      call('GET /api/developer/members', { headers }),
      call('GET /api/v1/me', { key }),
    ])
    return session.status === 200 && me.status === 200
  }

  async function workspaceFor({ isStateful }: Question): Promise<Workspace> {
    // The ids of later requests are those of the workspace that answered the earlier ones.
    if (isStateful) {
      stateful ??= await openWorkspace()
      if (!(await isUsable(stateful)))
        stateful.headers = (await signInTestMember(call, stateful.scope)).headers
      return stateful
    }
    if (!current || current.left-- === 0 || !(await isUsable(current)))
      current = await openWorkspace()
    return current
  }

  async function toTarget(question: Question): Promise<Target> {
    const { operation } = question
    const workspace = await workspaceFor(question)
    const [, path] = operation.split(' ') as [string, string]
    if (path.startsWith('/chat/') || path.startsWith('/webhook/')) {
      const { publicId, formToken, visitorToken } = workspace
      return {
        headers: { origin: SITE, authorization: `Bearer ${visitorToken}` },
        cookies: {},
        path: { public_id: publicId, token: formToken, platform: 'whatsapp' },
        ...(path.endsWith('/messages') && { body: { id: newId(), text: 'Is it in stock?' } }),
      }
    }
    const { ids, key, headers } = workspace
    const kind = PATH_KINDS.find(([pattern]) => pattern.test(path))?.[1]
    const named = { media_id: ids['media']!, domain: ids['domain']! }
    const inPath = kind === undefined ? named : { ...named, id: ids[kind]! }
    if (isOfKeys && Math.random() < 0.8)
      return { headers: { authorization: `Bearer ${key}` }, cookies: {}, path: inPath }
    const own: Body = (await bodies[operation]?.(workspace.scope)) ?? {}
    const { cookie, ...rest } = { ...headers, ...own.headers }
    return {
      headers: rest,
      cookies: toCookies(cookie ?? ''),
      path: inPath,
      ...('body' in own && { body: own.body }),
    }
  }

  // One at a time, because each may replace the workspace of the next.
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    const asked = json(request) as Promise<Question>
    last = last
      .then(async () => response.end(JSON.stringify(await toTarget(await asked))))
      .catch((err: unknown) => {
        response.statusCode = 500
        response.end(String(err))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns a call that comes from a network of its own each time, so that no limit of a network is reached. */
function fromManyNetworks(call: Call): Call {
  let networks = 0
  return (request, options) => {
    networks++
    const address = `10.${100 + (networks % 100)}.${Math.floor(networks / 100) % 250}.9`
    return call(request, { ...options, address })
  }
}

function toCookies(header: string): Record<string, string> {
  const pairs = header.split('; ').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
