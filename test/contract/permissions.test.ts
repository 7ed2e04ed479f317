import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createApp } from '#http/app.ts'
import { createApiKeySecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { createTestKey } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { ROUTE_SCOPES, SCOPES } from '#shared/scopes.ts'
import { fill, listApiRoutes, listDeveloperRoutes, listRoutes } from './list-routes.ts'
import type { Route } from './list-routes.ts'
import { assertProblem, openContract } from './open-contract.ts'

const { app, call, context, scope } = await openContract()
const apiRoutes = listApiRoutes(app)
const developerRoutes = listDeveloperRoutes(app)

/** Returns the scopes that the contract requires, from the route alone; a new kind of route must be added here. */
function neededScopes(route: Route): string[] {
  if (isForKeysOnly(route)) return []
  if (route.url === '/api/v1/search') return ['messages:read', 'chats:read', 'contacts:read']
  if (route.url.endsWith('/thread')) return ['messages:read', 'chats:read']
  return [neededScope(route)]
}

/** Returns whether only API keys can call a route, whatever their scopes. */
function isForKeysOnly({ url }: Route): boolean {
  return url === '/api/v1/me'
}

function neededScope({ method, url }: Route): string {
  if (/^\/api\/v1\/(events\/:id\/resend|webhook-)/.test(url))
    return `webhooks:${method === 'GET' ? 'read' : 'write'}`
  // Nothing brings back what is erased.
  if (url.startsWith('/api/v1/erasures')) return 'admin'
  // A key that reads contacts cannot read messages and logs.
  if (/\/data-exports?(\/|$)/.test(url)) return 'admin'
  if (method === 'DELETE' && url === '/api/v1/contacts/:id') return 'admin'
  if (url.startsWith('/api/v1/drafts'))
    return `messages:${method === 'GET' ? 'read' : url === '/api/v1/drafts' ? 'draft' : 'write'}`
  if (url.endsWith('/take')) return 'chats:write'
  if (url.startsWith('/api/v1/macros') || url.endsWith('/chats/:id/rules'))
    return `chats:${method === 'GET' ? 'read' : 'write'}`
  if (url.endsWith('/trial')) return 'admin'
  if (/^\/api\/v1\/(teams|roles|bots|rules)(\/|$)/.test(url))
    return method === 'GET' ? 'chats:read' : 'admin'
  if (/\/notes(\/|$)/.test(url) && !url.startsWith('/api/v1/contacts'))
    return method === 'GET' ? 'chats:read' : 'notes:write'
  const ofMessages = /\/(messages|read|typing|media|templates)$/
  const isReport = url.startsWith('/api/v1/reports/')
  if (url === '/api/v1/board') return 'reports:read'
  if (url.startsWith('/api/v1/price-lists')) return method === 'GET' ? 'reports:read' : 'admin'
  if (/^\/api\/v1\/(imports|custom-fields)/.test(url))
    return method === 'GET' ? 'contacts:read' : 'contacts:write'
  const ofChats = /\/v1\/(notes|tags|canned-replies|views|members|channels)(\/|$)/
  if (url.startsWith('/api/v1/members')) return method === 'GET' ? 'chats:read' : 'admin'
  if (url.endsWith('/customer-updates')) return 'messages:write'
  if (url.startsWith('/api/v1/ticket-types')) return method === 'GET' ? 'tickets:read' : 'admin'
  if (url.startsWith('/api/v1/csat')) return method === 'GET' ? 'chats:read' : 'admin'
  if (/^\/api\/v1\/(business-hours|away-reply|sla-policies)/.test(url))
    return method === 'GET' ? 'chats:read' : 'admin'
  const ofTickets = /\/v1\/ticket-comments\//
  const resource = ofChats.test(url)
    ? 'chats'
    : ofTickets.test(url)
      ? 'tickets'
      : ofMessages.test(url) && !isReport
        ? 'messages'
        : url.split('/')[3]!
  const isRead = method === 'GET' || url.endsWith('/export.csv')
  const needed = `${resource}:${isRead ? 'read' : 'write'}`
  assert.ok((ROUTE_SCOPES as readonly string[]).includes(needed), `${method} ${url}`)
  return needed
}

/** Returns a scope that a key with the scope `held` lacks for a route; undefined if it may call the route. */
function findMissing(route: Route, held: string): string | undefined {
  // Every member marks the own mentions, also one who may only read.
  if (route.url.endsWith('/mentions/seen'))
    return isGranted(held, 'chats:read') || isGranted(held, 'chats:write')
      ? undefined
      : 'chats:write'
  if (!route.url.startsWith('/api/v1/bulk-actions/'))
    return neededScopes(route).find((needed) => !isGranted(held, needed))
  // The scope of any subject: which one is needed follows from the bulk action.
  const access = route.method === 'GET' ? 'read' : 'write'
  const accepted = ['chats', 'contacts', 'tickets'].map((subject) => `${subject}:${access}`)
  return accepted.some((each) => isGranted(held, each)) ? undefined : accepted[0]
}

/** Returns whether a member needs to be an admin for a route. */
function isForAdmins(route: Route): boolean {
  // An endpoint receives every event, so an agent must not create one.
  if (route.url.startsWith('/api/v1/bulk-actions/')) return false
  if (route.url.startsWith('/api/v1/custom-fields')) return route.method !== 'GET'
  return (
    /^\/api\/v1\/(webhook|events\/:id\/resend)/.test(route.url) ||
    neededScopes(route)[0] === 'admin'
  )
}

/** Returns whether one scope grants another, by the contract. */
function isGranted(held: string, needed: string): boolean {
  if (held === needed || held === '*' || held === 'admin') return true
  if (needed === 'messages:draft') return held === 'write' || held === 'messages:write'
  if (needed === 'notes:write' && held === 'chats:write') return true
  return (
    (held === 'read' && needed.endsWith(':read')) || (held === 'write' && needed.endsWith(':write'))
  )
}

/** Sends a request without waiting for the end of a stream. */
async function ask({ method, url }: Route, headers: Record<string, string>) {
  const response = await app.inject({
    method: method as 'GET',
    url: fill(url, newId()),
    headers,
    payloadAsStream: true,
  })
  const isProblem = /problem/.test(String(response.headers['content-type']))
  const chunks: Buffer[] = []
  if (isProblem) for await (const chunk of response.stream()) chunks.push(chunk)
  else response.stream().destroy()
  const body = isProblem ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
  return { status: response.statusCode, headers: response.headers, body }
}

/** The requests that run at once: the server then looks up their keys together. */
const AT_ONCE = 8

/** Calls `check` with each of `items`, several at a time. Only for requests that are refused: these change nothing. */
async function checkEach<T>(items: readonly T[], check: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE)
    await Promise.all(items.slice(start, start + AT_ONCE).map(check))
}

describe('a key', () => {
  for (const held of SCOPES)
    test(`with the scope ${held} opens exactly the routes that it grants`, async () => {
      const key = await createTestKey(scope, [held])
      const headers = { authorization: `Bearer ${key}` }
      const refused: { route: Route; missing: string }[] = []
      for (const route of apiRoutes) {
        const missing = findMissing(route, held)
        if (missing !== undefined) {
          refused.push({ route, missing })
          continue
        }
        const answer = await ask(route, headers)
        assert.ok(![401, 403].includes(answer.status), `${route.method} ${route.url}`)
      }
      await checkEach(refused, async ({ route, missing }) => {
        const answer = await ask(route, headers)
        assert.equal(answer.status, 403, `${route.method} ${route.url}`)
        assert.equal(answer.body.code, 'insufficient_scope')
        assert.ok(answer.body.detail.includes(missing), answer.body.detail)
      })
    })

  test('of any scope opens no route of the developer area and no session', async () => {
    for (const held of SCOPES) {
      const key = await createTestKey(scope, [held])
      const routes = [...developerRoutes, { method: 'GET', url: '/api/session' }]
      await checkEach(routes, async (route) => {
        const answer = await ask(route, { authorization: `Bearer ${key}` })
        assert.equal(answer.status, 401, `${held} ${route.method} ${route.url}`)
        assert.equal(answer.body.code, 'unauthenticated')
      })
    }
  })

  test('that is missing, malformed, unknown, revoked or expired is refused on every route', async () => {
    const past = new Date(Date.now() - 1000)
    const good = await createTestKey(scope, ['*'])
    const headers: [string, Record<string, string>][] = [
      ['unauthenticated', {}],
      ['unauthenticated', { authorization: '' }],
      ['unauthenticated', { authorization: 'Bearer' }],
      ['unauthenticated', { authorization: `Basic ${good}` }],
      ['unauthenticated', { authorization: good }],
      ['invalid_api_key', { authorization: 'Bearer nonsense' }],
      ['invalid_api_key', { authorization: `Bearer ${good.slice(0, -1)}` }],
      ['invalid_api_key', { authorization: `Bearer ${createApiKeySecret()}` }],
      [
        'invalid_api_key',
        { authorization: `Bearer ${await createTestKey(scope, ['*'], { revokedAt: past })}` },
      ],
      [
        'invalid_api_key',
        { authorization: `Bearer ${await createTestKey(scope, ['*'], { expiresAt: past })}` },
      ],
    ]
    for (const [code, sent] of headers)
      await checkEach(apiRoutes, async (route) => {
        const answer = await ask(route, sent)
        assert.equal(answer.status, 401, `${route.method} ${route.url} ${JSON.stringify(sent)}`)
        assert.equal(answer.body.code, code)
        assert.match(String(answer.headers['www-authenticate']), /^Bearer/)
      })
  })

  test('is known whatever the case of the word Bearer', async () => {
    const key = await createTestKey(scope, ['chats:read'])
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await call('GET /api/v1/chats', {
        headers: { authorization: `${word} ${key}` },
      })
      assert.equal(answer.status, 200)
    }
  })

  test('is asked for before the body is looked at', async () => {
    const answer = await call('POST /api/v1/contacts', { body: '{"broken' })
    assertProblem(answer, 401, 'unauthenticated')
  })
})

describe('the developer area', () => {
  let admin: Record<string, string>
  let agent: Record<string, string>

  before(async () => {
    admin = (await signInTestMember(call, scope, 'admin')).headers
    agent = (await signInTestMember(call, scope, 'agent')).headers
  })

  test('is closed without a session and to agents, and open to admins, on every route', async () => {
    for (const route of developerRoutes) {
      const name = `${route.method} ${route.url}`
      assert.equal((await ask(route, {})).status, 401, name)
      const refused = await ask(route, agent)
      assert.equal(refused.status, 403, name)
      assert.equal(refused.body.code, 'admin_required')
      assert.ok(![401, 403].includes((await ask(route, admin)).status), name)
    }
  })

  test('is closed to keys, says so, and ignores the cookie beside one', async () => {
    const key = await createTestKey(scope, ['*'])
    const bearer = { authorization: `Bearer ${key}` }
    for (const headers of [bearer, { ...admin, ...bearer }])
      await checkEach(developerRoutes, async (route) => {
        const answer = await ask(route, headers)
        assert.equal(answer.status, 401)
        assert.match(answer.body.detail, /requires the browser session of an admin/)
      })
  })

  test('refuses unsafe methods from another origin', async () => {
    const { cookie } = admin as { cookie: string }
    for (const route of developerRoutes.filter((each) => each.method !== 'GET'))
      for (const headers of [{ cookie }, { cookie, origin: 'https://evil.example' }] as const) {
        const answer = await ask(route, headers as Record<string, string>)
        assert.equal(answer.status, 403, `${route.method} ${route.url}`)
        assert.equal(answer.body.code, 'cross_origin')
      }
  })
})

describe('a session without a key', () => {
  let admin: Record<string, string>
  let agent: Record<string, string>

  before(async () => {
    admin = (await signInTestMember(call, scope, 'admin')).headers
    agent = (await signInTestMember(call, scope, 'agent')).headers
  })

  test('opens the versioned API to members, and webhooks and what asks for the scope admin to admins alone', async () => {
    for (const route of apiRoutes) {
      const name = `${route.method} ${route.url}`
      if (isForKeysOnly(route)) {
        assert.equal((await ask(route, admin)).body.code, 'unauthenticated', name)
        continue
      }
      assert.ok(![401, 403].includes((await ask(route, admin)).status), name)
      const answer = await ask(route, agent)
      if (isForAdmins(route)) assert.equal(answer.body.code, 'admin_required', name)
      else assert.ok(![401, 403].includes(answer.status), name)
    }
  })

  test('changes nothing from another origin', async () => {
    const { cookie } = admin as { cookie: string }
    for (const route of apiRoutes.filter((each) => each.method !== 'GET'))
      for (const headers of [{ cookie }, { cookie, 'sec-fetch-site': 'cross-site' }] as const) {
        const answer = await ask(route, headers as Record<string, string>)
        assert.equal(answer.body.code, 'cross_origin', `${route.method} ${route.url}`)
      }
  })

  test('does not count beside a key that is refused', async () => {
    for (const route of apiRoutes) {
      const answer = await ask(route, { ...admin, authorization: 'Bearer nonsense' })
      assert.equal(answer.body.code, 'invalid_api_key', `${route.method} ${route.url}`)
    }
  })
})

test('no route of the API is open but sign-in and its like', async () => {
  const closed = listRoutes(app).filter(
    ({ url }) => url.startsWith('/api/') && !url.startsWith('/api/auth/'),
  )
  assert.ok(closed.length > 15)
  for (const route of closed)
    assert.equal((await ask(route, {})).status, 401, `${route.method} ${route.url}`)
})

test('with an https URL, every answer asks browsers never to use http', async () => {
  const config = { ...context.config, publicUrl: 'https://parley.example' }
  const secure = await openTestApi({ ...context, config })
  for (const path of ['GET /', 'GET /api/v1/chats', 'GET /none'])
    assert.equal((await secure.call(path)).headers['strict-transport-security'], 'max-age=31536000')
  assert.equal((await call('GET /')).headers['strict-transport-security'], undefined)
})

test('a route without a declared permission stops the start', async () => {
  const bare = createApp({ log: context.log, bodyBytesMax: 1000 })
  bare.get('/declared', { config: { permission: { open: 'a test' } } }, async () => null)
  bare.post('/forgotten', async () => null)
  await assert.rejects(async () => bare.ready(), /POST \/forgotten declares no permission/)
})
