import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import type { RouteOptions } from 'fastify'
import { createApi } from '#api.ts'
import { createIngest } from '#ingest.ts'
import { ratingLink } from '#csat/rating-link.ts'
import { insertRow } from '#db/insert-row.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { newId } from '#lib/ids.ts'
import { createWebChat } from '#web-chats/create-web-chat.ts'
import { openTestContext } from '../context.ts'
import { createTestChat, createTestWorkspace } from '../factories.ts'
import { openExchange } from './exchange.ts'
import type { Sent } from './exchange.ts'
import { generateWorstBodies, generateWorstFile, generateWorstForms } from './worst-bodies.ts'

const MIB = 1024 * 1024
const API_BODY_BYTES_MAX = MIB
const SITE = 'https://shop.example'
const WITHOUT_BODY = ['GET', 'HEAD']

// Each request comes a minute after the one before, so that no limit refuses it.
let skewMs = 0
const opened = await openTestContext()
const context = {
  ...opened.context,
  clock: { now: () => new Date(Date.now() + skewMs) },
  config: { ...opened.context.config, trustedProxies: ['127.0.0.1'] },
}
const { scope } = await createTestWorkspace(context)
const form = await createForm(scope, { name: 'Website' })
const chat = await createWebChat(scope, { name: 'Shop', allowed_origins: [SITE] })
const rating = await createRatingLink()
const servers = { api: await createApi(context), ingest: createIngest(context) }
const ports = { api: 0, ingest: 0 }
for (const [name, app] of Object.entries(servers)) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  ports[name as keyof typeof ports] = (app.server.address() as AddressInfo).port
  after(() => app.close())
}
const exchange = openExchange()
after(() => exchange.close())

const path = '/chat/:public_id/session'
const session = await servers.ingest.inject({
  method: 'POST',
  url: path.replace(':public_id', chat.public_id),
  payload: {},
  headers: { origin: SITE },
})
const visitor = { origin: SITE, authorization: `Bearer ${session.json().token}` }

/** Creates a question for a rating, and returns the path of its link. */
async function createRatingLink(): Promise<string> {
  const { id, channelId } = await createTestChat(scope)
  const at = context.clock.now()
  const asked = { round_at: at, asked_at: at, created_at: at }
  const request = await insertRow(scope, 'csat_requests', {
    id: newId(),
    chat_id: id,
    channel_id: channelId,
    state: 'asked',
    ...asked,
  })
  const { workspaceId } = scope
  return new URL(ratingLink(context, { workspaceId, requestId: request.id })).pathname
}

/** Returns the CPU time in ms of a fixed piece of work, which takes about 20 ms on an idle machine. */
function measureUnit(): number {
  const before = process.threadCpuUsage()
  let text = UNIT_TEXT
  for (let round = 0; round < 12; round++) {
    text = JSON.stringify(JSON.parse(text))
    createHash('sha256').update(text).digest()
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
const UNIT_TEXT = JSON.stringify(
  Array.from({ length: 4_500 }, (_, index) => ({
    id: index,
    name: `name ${index}`,
    tags: ['a', 'b'],
  })),
)
for (let count = 0; count < 5; count++) measureUnit()

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

let unitMs = median(Array.from({ length: 5 }, measureUnit))

/**
 * Sends a request, and asserts that it costs at most `units` of work. One that is not far below is repeated, because the
 * first time also compiles code, and garbage that others made is collected in any of them.
 */
async function assertCheap(port: number, request: Sent, units: number, what: string) {
  const send = async () => {
    skewMs += 60_000
    const { status, cpuMs } = await exchange.send(port, request)
    assert.ok(status < 500, `${what}: ${status}`)
    return { status, cpuMs }
  }
  const first = await send()
  let cost = first.cpuMs
  if (cost > (units * unitMs) / 2) {
    const costs: number[] = []
    const given: number[] = []
    for (let count = 0; count < 7; count++) {
      costs.push((await send()).cpuMs)
      given.push(measureUnit())
    }
    cost = median(costs)
    unitMs = median(given)
  }
  worst.push({ what, status: first.status, cost, unitMs, share: cost / (units * unitMs) })
  assert.ok(
    cost <= units * unitMs,
    `${what}: ${cost} ms, but ${units} units are ${units * unitMs} ms`,
  )
  return first.status
}
const worst: { what: string; status: number; cost: number; unitMs: number; share: number }[] = []

const isOpen = ({ config }: RouteOptions) => 'open' in (config?.permission ?? {})
const methodsOf = ({ method }: RouteOptions) => [method].flat()
const hasBody = (route: RouteOptions) =>
  methodsOf(route).some((each) => !WITHOUT_BODY.includes(each))

function fillPath(url: string): string {
  return url
    .replace('/rate/:token', rating)
    .replace(':token', form.token)
    .replace(':public_id', chat.public_id)
    .replace(':platform', 'whatsapp')
    .replaceAll(/:\w+/g, 'x')
    .replaceAll('*', 'x')
}

/** Returns the names of the fields of a route's body that are texts, also as items of lists. */
function fieldsOf({ schema }: RouteOptions): string[] {
  const { properties = {} } = (schema?.body ?? {}) as { properties?: Record<string, object> }
  return Object.keys(properties)
}

function headersOf({ url }: RouteOptions): Record<string, string> {
  return url.startsWith('/chat/') ? visitor : {}
}

for (const [name, app] of Object.entries(servers)) {
  const port = ports[name as keyof typeof ports]
  const routes = app.declaredRoutes.filter((route) => isOpen(route) && hasBody(route))

  describe(`the ${name} server`, () => {
    for (const route of routes)
      test(`${String(route.method)} ${route.url} costs little with any body`, async () => {
        const limit = route.bodyLimit ?? API_BODY_BYTES_MAX
        const isUpload = route.config?.slowBody === true
        const method = methodsOf(route).find((each) => !WITHOUT_BODY.includes(each))!
        const send = (headers: object, body: Buffer): Sent => ({
          method,
          url: fillPath(route.url),
          headers: { ...headersOf(route), ...headers },
          body,
        })
        const statuses = new Set<number>()
        // A quarter of a unit, 5 ms, for each MiB of a route for files.
        const units = isUpload ? limit / MIB / 4 : 1
        const bodies = isUpload
          ? generateWorstForms(limit)
          : generateWorstBodies(limit, fieldsOf(route))
        for (const each of bodies) {
          const request = send({ 'content-type': each.type }, each.body)
          const what = `${method} ${route.url}, ${each.name}`
          statuses.add(await assertCheap(port, request, units, what))
        }
        if (isUpload || route.url.startsWith('/webhook/form')) {
          const bytes = isUpload ? limit : 4 * MIB
          const { type, body } = generateWorstFile(bytes)
          const request = send({ 'content-type': type }, body)
          await assertCheap(port, request, bytes / MIB / 4, `${method} ${route.url}, a file`)
        }
        if (!isUpload) {
          const large = Buffer.alloc(limit + 1, 'a')
          const { status } = await exchange.send(
            port,
            send({ 'content-type': 'application/json' }, large),
          )
          assert.ok([413, 415, 401, 403].includes(status), `${limit + 1} bytes: ${status}`)
        }
        assert.ok(
          ![...statuses].every((status) => status === 429),
          'only the rate limit was tested',
        )
      })

    test('open routes cost little with any query and headers', async () => {
      const query = Array.from({ length: 1_500 }, (_, index) => `k${index}=%41`).join('&')
      const cookie = Array.from({ length: 1_200 }, (_, index) => `c${index}=%41`).join('; ')
      const accept = `${'text/html;q=0.1,'.repeat(900)}*/*`
      const names = Array.from({ length: 900 }, (_, index) => [`x-h${index}`, 'a'])
      for (const route of app.declaredRoutes.filter(isOpen)) {
        const method = methodsOf(route)[0]!
        if (method === 'HEAD' || route.url.endsWith('/stream')) continue
        const base = { method, url: fillPath(route.url), body: Buffer.alloc(0) }
        const headers = headersOf(route)
        const what = `${method} ${route.url}`
        await assertCheap(
          port,
          { ...base, url: `${base.url}?${query}`, headers },
          1,
          `${what}, a long query`,
        )
        for (const [kind, more] of [
          ['cookies', { cookie }],
          ['accepted types', { accept, 'accept-encoding': accept }],
          ['headers', Object.fromEntries(names) as Record<string, string>],
        ] as const)
          await assertCheap(
            port,
            { ...base, headers: { ...headers, ...more } },
            1,
            `${what}, many ${kind}`,
          )
      }
    })

    test('routes for callers with a key or a session read no body without one', async () => {
      const body = Buffer.alloc(API_BODY_BYTES_MAX, `{"a":[${'1,'.repeat(1_000)}`)
      const closed = app.declaredRoutes.filter((route) => !isOpen(route) && hasBody(route))
      for (const route of closed)
        for (const headers of [
          {},
          { authorization: 'Bearer sk_live_wrong' },
          { cookie: 'parley_session=wrong' },
        ] as Record<string, string>[]) {
          const method = methodsOf(route).find((each) => !WITHOUT_BODY.includes(each))!
          const url = fillPath(route.url)
          const request = {
            method,
            url,
            body,
            headers: { 'content-type': 'application/json', ...headers },
          }
          const { status, cpuMs } = await exchange.send(port, request)
          assert.ok([401, 403, 404].includes(status), `${method} ${url}: ${status}`)
          if (cpuMs > unitMs / 2) await assertCheap(port, request, 1, `${method} ${url}`)
        }
      const missing = {
        method: 'POST',
        url: '/no/such/path',
        headers: { 'content-type': 'application/json' },
        body,
      }
      assert.equal(await assertCheap(port, missing, 1, 'a path that does not exist'), 404)
    })
  })
}

after(() => {
  if (!process.env['SHOW_COSTS']) return
  for (const each of worst.toSorted((a, b) => b.share - a.share).slice(0, 25)) console.log(each)
})
