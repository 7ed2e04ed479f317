import { createHmac } from 'node:crypto'
import { Agent, request as sendRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '#db/context.ts'
import { createApi } from '#api.ts'
import { createIngest } from '#ingest.ts'
import { createUser } from '#account/users/create-user.ts'
import { newId } from '#lib/ids.ts'
import { createRandom } from '../crash/random.ts'
import type { Random } from '../crash/random.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '../factories.ts'
import { textPayload } from '../outside.ts'
import { anyText, anyValue, fromSchema } from './generate.ts'
import type { Source } from './generate.ts'
import { withRoutes } from './fuzz-routes.ts'
import type { FuzzRoute } from './fuzz-routes.ts'

/** Options of a run. `cpuMs`: the most CPU time of the event loop that a request may take, if it is to be limited. */
type FuzzOptions = {
  requests: number
  seed: number
  cpuMs?: number
  log: (line: string) => void
}

/** The result of a run, which passed without problems. */
type FuzzReport = {
  problems: string[]
  /** The number of answers by status. */
  statuses: Record<string, number>
  /** Routes that answered a request with 2xx, and all routes. */
  reached: number
  routes: number
  /** The most CPU time of the event loop in ms, and its request. */
  longest: { ms: number; request: string }
}

type Request = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** A workspace to attack, and credentials that are valid at first. */
type Target = {
  ids: string[]
  /** Ids by the part of the path before them, such as `tickets`. */
  idsOf: Map<string, string[]>
  headers: Record<string, string>[]
  accounts: string[]
}

/** A target is replaced after this many requests, because some of them end its sessions and keys. */
const PER_TARGET = 250

/** Routes after which the credentials of a target may be worth nothing. */
const ENDS_SESSIONS = /sign-out|sessions|password/

/** Ids of a target that later requests use: the latest ones. */
const IDS_MAX = 300

/** Maximum time until a response, also while the machine is busy. */
const ANSWER_MS = 60_000

/** How often a request is repeated that took too long: the process may have collected garbage or compiled. */
const REPEATS = 3

/**
 * Codes of a 5xx that say that something outside is missing: a platform that refuses or does not answer, a webhook
 * without its settings.
 */
const OUTSIDE = ['platform_refused', 'platform_unavailable', 'webhook_not_configured']

/** Sends random requests to every route, one at a time, and reports each 5xx and each one that took too long. */
export async function runFuzz(context: Context, options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed, cpuMs = Infinity, log } = options
  const random = createRandom(seed)
  // So that each request comes from an address of its own, which limits per address count.
  const served = { ...context, config: { ...context.config, trustedProxies: ['127.0.0.1'] } }
  const api = await withRoutes('api', () => createApi(served))
  const ingest = await withRoutes('ingest', () => createIngest(served))
  const apps = { api: api.app, ingest: ingest.app }
  const routes = [...api.routes, ...ingest.routes]
  const report: FuzzReport = {
    problems: [],
    statuses: {},
    reached: 0,
    routes: routes.length,
    longest: { ms: 0, request: '' },
  }
  const reached = new Set<FuzzRoute>()
  const agent = new Agent({ keepAlive: true })
  for (const app of Object.values(apps)) await app.listen({ host: '127.0.0.1', port: 0 })

  async function send(app: FuzzRoute['app'], request: Request) {
    const before = process.threadCpuUsage()
    const { port } = apps[app].server.address() as AddressInfo
    const answer = await exchange(agent, port, request)
    const { user, system } = process.threadCpuUsage(before)
    return { ...answer, ms: (user + system) / 1_000 }
  }

  async function measure(route: FuzzRoute, request: Request, firstMs: number): Promise<void> {
    let ms = firstMs
    for (let repeat = 0; ms > cpuMs && repeat < REPEATS; repeat++)
      ms = Math.min(ms, (await send(route.app, request)).ms)
    if (ms > report.longest.ms) report.longest = { ms, request: describe(request) }
    if (ms > cpuMs) report.problems.push(`${Math.round(ms)} ms of CPU: ${describe(request)}`)
  }

  try {
    let target = await openTarget(context, apps.api, random)
    for (let count = 1; count <= requests; count++) {
      if (count % PER_TARGET === 0) target = await openTarget(context, apps.api, random)
      // Each route once in turn, so that none is left out.
      const route = routes[count % routes.length]!
      const request = createRequest(route, target, context, random)
      const { status, text, ms } = await send(route.app, request)
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (status < 300) reached.add(route)
      if (status < 300) keepIds(target, route, text)
      const code = /"code":"(\w+)"/.exec(text)?.[1]
      if (status >= 500 && !OUTSIDE.includes(code ?? ''))
        report.problems.push(`${status} ${code}: request ${count}, ${describe(request)}`)
      await measure(route, request, ms)
      if (status < 300 && ENDS_SESSIONS.test(route.url) && route.method !== 'GET')
        target = await openTarget(context, apps.api, random)
      if (count % 10_000 === 0) log(`${count} requests, ${report.problems.length} problems`)
    }
  } finally {
    agent.destroy()
    await Promise.all([apps.api.close(), apps.ingest.close()])
  }
  report.reached = reached.size
  return report
}

/** Sends a request and reads its response. Fails if there is none. */
async function exchange(
  agent: Agent,
  port: number,
  { method, url, headers, payload }: Request,
): Promise<{ status: number; text: string }> {
  const bytes = payload === undefined ? undefined : Buffer.from(payload)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = sendRequest({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    sent.once('response', resolve).once('error', reject).end(bytes)
  })
  return { status: response.statusCode!, text: await readText(response) }
}

/** Keeps the ids of a response for later requests, also by the kind of thing that they name. */
function keepIds(target: Target, { url }: FuzzRoute, text: string): void {
  const collection = url.split('/').findLast((part) => /^\w/.test(part)) ?? ''
  const own = target.idsOf.get(collection) ?? []
  for (const [, id] of text.matchAll(/"id":"([0-9a-f-]{36})"/g)) own.push(id!)
  if (own.length > 0) target.idsOf.set(collection, own.slice(-IDS_MAX))
  for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)) target.ids.push(id)
  target.ids.splice(0, target.ids.length - IDS_MAX)
}

/** Reads a body; a stream of events is closed after its headers. */
async function readText(stream: IncomingMessage): Promise<string> {
  if (stream.headers['content-type']?.startsWith('text/event-stream')) {
    stream.destroy()
    return ''
  }
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString().slice(0, 100_000)
}

/** Creates a workspace with some content, a key of every scope, and sessions of an admin and an agent. */
async function openTarget(
  context: Context,
  app: Awaited<ReturnType<typeof createApi>>,
  random: Random,
): Promise<Target> {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const headers: Record<string, string>[] = [{}, { authorization: `Bearer ${key}` }]
  const ids: string[] = [workspaceId]
  const accounts: string[] = []
  for (const role of ['admin', 'agent'] as const) {
    const [email, password] = [`${newId()}@example.com`, 'correct horse battery']
    const { user, membership } = await createUser(scope, { email, password, role })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password },
      remoteAddress: anyAddress(random),
    })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    headers.push({ cookie, 'sec-fetch-site': 'same-origin' })
    ids.push(user.id, membership.id)
  }
  for (let count = 0; count < 3; count++) {
    const chat = await createTestChat(scope)
    ids.push(chat.id, chat.personId, chat.channelId)
    const { account } = await scope.db
      .selectFrom('channels')
      .select('account')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', chat.channelId)
      .executeTakeFirstOrThrow()
    accounts.push(account)
  }
  return { ids, idsOf: new Map(), headers, accounts }
}

function createRequest(
  route: FuzzRoute,
  target: Target,
  context: Context,
  random: Random,
): Request {
  const garbage = random.pick([0, 0, 0.03, 0.2])
  const source: Source = { random, ids: target.ids, garbage }
  const path = route.url.replaceAll(/(\w*)\/(:\w+|\*)/g, (_all, collection: string) => {
    const ids = target.idsOf.get(collection) ?? target.ids
    const id = random.pick(random.chance(0.7) ? ids : target.ids)
    const text = random.chance(0.9) ? id : anyText(source)
    return `${collection}/${encodeURIComponent(text.toWellFormed()).slice(0, 2_000)}`
  })
  const request: Request = {
    method: route.method,
    url: path + anyQuery(route, source),
    headers: { ...credentialsFor(route, target, random), 'x-forwarded-for': anyAddress(random) },
  }
  addBody(request, route, target, context, source)
  if (random.chance(0.1))
    request.headers[
      random.pick(['idempotency-key', 'x-request-id', 'origin', 'accept', 'last-event-id', 'range'])
    ] = headerText(anyText(source))
  return request
}

/** Mostly the credentials that the route accepts; the rest are those of another kind or none. */
function credentialsFor({ url }: FuzzRoute, { headers }: Target, random: Random) {
  if (random.chance(0.15)) return random.pick(headers)
  return url.startsWith('/api/v1') && random.chance(0.6) ? headers[1]! : headers[2]!
}

function anyQuery({ querystring }: FuzzRoute, source: Source): string {
  const { random } = source
  const pairs: [string, string][] = []
  const value = querystring ? fromSchema(querystring, source) : {}
  if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      for (const one of Array.isArray(each) ? each : [each])
        pairs.push([name, typeof one === 'string' ? one : JSON.stringify(one)])
  if (random.chance(0.1)) pairs.push([anyText(source), anyText(source)])
  if (random.chance(0.05))
    pairs.push([
      random.pick(['cursor', 'after', 'limit', 'q']),
      Buffer.from(JSON.stringify(anyValue(source)) ?? '').toString('base64url'),
    ])
  const text = pairs
    .map((pair) => pair.map((each) => encodeURIComponent(each.toWellFormed())).join('='))
    .join('&')
  return text === '' ? '' : `?${text.slice(0, 12_000)}`
}

function addBody(
  request: Request,
  route: FuzzRoute,
  target: Target,
  context: Context,
  source: Source,
): void {
  const { random } = source
  if (route.method === 'GET') return
  const set = (type: string, payload: string | Buffer) => {
    request.headers['content-type'] = type
    request.payload = payload
  }
  if (random.chance(0.03))
    return set(
      random.pick(['application/json', 'text/plain', 'a/b;', 'application/x-www-form-urlencoded']),
      Buffer.from(anyText(source)),
    )
  if (route.url.startsWith('/webhook/') && !route.url.includes('form')) {
    const payload = platformPayload(target, source)
    const secret = context.config.whatsapp.appSecret ?? ''
    request.headers['x-hub-signature-256'] =
      `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`
    return set('application/json', payload)
  }
  if (route.isUpload || (route.url.includes('form') && random.chance(0.3)) || isMedia(route))
    return set('multipart/form-data; boundary=edge', multipart(source))
  if (route.body === undefined && random.chance(0.5)) return
  set('application/json', JSON.stringify(fromSchema(route.body, source)) ?? 'null')
}

function isMedia({ url }: FuzzRoute): boolean {
  return url.endsWith('/media') || url.endsWith('/uploads') || url.endsWith('/imports')
}

/** Returns a payload as WhatsApp sends it, in which some values are garbage. */
function platformPayload({ accounts }: Target, source: Source): string {
  const { random } = source
  const payload: unknown = JSON.parse(
    textPayload(random.pick(accounts), [
      {
        id: `wamid.${random.between(0, 1e9)}`,
        from: `9198${random.between(10_000_000, 99_999_999)}`,
        name: anyText(source),
        text: anyText(source),
      },
    ]),
  )
  const spoil = (value: unknown): unknown => {
    if (random.chance(source.garbage)) return anyValue(source)
    if (Array.isArray(value)) return value.map(spoil)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoil(each)]))
  }
  return JSON.stringify(spoil(payload)) ?? 'null'
}

/** Returns a form with a file, which may be a table of contacts, and is sometimes cut off. */
function multipart(source: Source): Buffer {
  const { random } = source
  const rows = Array.from(
    { length: random.between(0, 20) },
    () => `${random.chance(0.8) ? 'Asha' : anyText(source)},+9198${random.between(1e7, 9e7)}`,
  )
  const file = random.chance(0.6) ? ['name,phone', ...rows].join('\n') : anyText(source)
  const name = headerText(random.chance(0.7) ? 'contacts.csv' : anyText(source)).replaceAll('"', '')
  const type = random.pick(['text/csv', 'image/png', 'application/pdf', 'text/html', 'x'])
  const body = [
    '--edge\r\ncontent-disposition: form-data; name="name"\r\n\r\n',
    `${anyText(source)}\r\n--edge\r\n`,
    `content-disposition: form-data; name="file"; filename="${name}"\r\n`,
    `content-type: ${type}\r\n\r\n${file}\r\n--edge--\r\n`,
  ].join('')
  return Buffer.from(random.chance(0.1) ? body.slice(0, random.between(0, body.length)) : body)
}

function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300)
}

function anyAddress(random: Random): string {
  return `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`
}

function describe({ method, url, headers, payload }: Request): string {
  const { cookie: _c, authorization: _a, ...shown } = headers
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)} ${String(payload ?? '').slice(0, 1_000)}`
}
