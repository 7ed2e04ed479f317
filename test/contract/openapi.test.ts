import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse as parseYaml } from 'yaml'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { createIngest } from '#ingest.ts'
import { ERRORS } from '#shared/errors.ts'
import type { ListedCodes } from '#http/openapi/describe-failures.ts'
import { listProblemCodes } from '#http/openapi/list-problem-codes.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { readPaths } from '#test/runner/list-declared-codes.ts'
import { listRoutes } from './list-routes.ts'
import { openContract } from './open-contract.ts'

const { app, call, context, key } = await openContract()
/** POST operations that change nothing. */
const WITHOUT_KEY = new Set([
  'exportSelectedConversations',
  'exportSelectedContacts',
  'exportSelectedTickets',
])
/** The most bytes of the description for API keys. */
const BYTES_MAX = 510_000
/** Pages that a browser visits, and that only redirect it. No program calls them. */
const VISITED = [
  'GET /api/auth/sso/start',
  'GET /api/auth/sso/callback/{id}',
  'GET /api/session/sso/confirm',
]
const { body: description, text } = await call('GET /openapi.json')
const { body: sessions, text: sessionsText } = await call('GET /openapi-sessions.json')
/** The webhook routes that are in both descriptions. */
const SHARED_PATHS = /^\/api\/developer\/webhooks(\/\{id\}|\/\{id\}\/test|\/deliveries)?$/

/** An operation of a description. */
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { $ref?: string }[]
  'x-problem-codes': ListedCodes
  responses: Record<string, { $ref?: string }>
}

/** Lists the operations of a description, by method and path. */
function operationsOf({ paths }: { paths: object }): [string, Operation][] {
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
  )
}

/** Returns a part of a description, or the one that it refers to. */
function resolve(part: any, document = description): any {
  const path = (part.$ref as string | undefined)?.split('/').slice(1)
  return path ? path.reduce((found, key) => found[key], document) : part
}

/** Lists the optional fields of a schema, and of those in it, that do not accept null. */
function listWithoutNull(given: any, document: any): string[] {
  const choices = (part: any): any[] =>
    (part.oneOf ?? part.anyOf ?? []).map((each: any) => resolve(each, document))
  const acceptsNull = (part: any): boolean => {
    const schema = resolve(part, document)
    const types = [schema.type].flat()
    const isAny = !schema.type && !schema.enum && !schema.properties && !('const' in schema)
    return (
      types.includes('null') ||
      choices(schema).some(acceptsNull) ||
      (isAny && choices(schema).length === 0)
    )
  }
  const whole = resolve(given, document)
  const objects = choices(whole).filter((each) => each.properties || each.items)
  const schema = objects.length === 1 ? objects[0] : whole
  if (schema.items) return listWithoutNull(schema.items, document)
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [
    ...(schema.required?.includes(name) || acceptsNull(part) ? [] : [name]),
    ...listWithoutNull(part, document).map((inner) => `${name}.${inner}`),
  ])
}

/** Routes of the ingest server. */
const OF_INGEST = / \/(webhook\/|chat\/|chat\.js)/

describe('the description of the API', () => {
  test('is OpenAPI 3.1 and passes the linter without a remark', async () => {
    assert.match(description.openapi, /^3\.1\.\d+$/)
    for (const [source, rules] of [
      [text, {}],
      // The webhook routes of sessions are promised: /webhooks/{id}/test beside /webhooks/deliveries/{id}.
      [sessionsText, { 'no-ambiguous-paths': 'off' }],
    ] as const) {
      const config = await createConfig({ extends: ['recommended-strict'], rules })
      const problems = await lintFromString({ source, config })
      assert.deepEqual(
        problems.map(({ ruleId, message, location }) => [
          ruleId,
          message,
          location.map((each) => each.pointer).join(),
        ]),
        [],
      )
    }
  })

  test('names every route under /api that programs call, and no other', () => {
    const routes = listRoutes(app)
      .filter(({ url }) => url.startsWith('/api/'))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => !VISITED.includes(route))
    const keyed = operationsOf(description).map(([route]) => route)
    const keyless = operationsOf(sessions).map(([route]) => route)
    const described = new Set([...keyed, ...keyless])
    assert.deepEqual(
      [...described].filter((route) => !OF_INGEST.test(route)).toSorted(),
      routes.toSorted(),
    )
    for (const route of keyed.filter((each) => keyless.includes(each)))
      assert.match(route.split(' ')[1]!, SHARED_PATHS)
  })

  test('gives each operation its own id, a summary, a description, a tag and its answers, and describes its parameters', () => {
    for (const document of [description, sessions]) {
      const operations = operationsOf(document).map(([, operation]) => operation)
      const tags = new Set(document.tags.map((tag: { name: string }) => tag.name))
      for (const operation of operations) {
        assert.ok(operation.summary, operation.operationId)
        assert.ok(operation.description, operation.operationId)
        assert.equal(operation.tags.length, 1)
        assert.ok(tags.has(operation.tags[0]!), operation.operationId)
        assert.ok(Object.keys(operation.responses).some((status) => status.startsWith('2')))
        for (const parameter of operation.parameters ?? []) {
          const { name, description: said } = resolve(parameter, document)
          assert.ok(said, `${operation.operationId}: ${name}`)
        }
      }
      const ids = operations.map((each) => each.operationId)
      assert.equal(new Set(ids).size, operations.length)
      // Chosen at the route: a derived id would contain words of the path, such as V1.
      for (const id of ids) assert.match(id, /^[a-z]+[A-Z][A-Za-z]+$/)
    }
  })

  test('says that each optional field of a POST body may be null, also inside of others', () => {
    for (const document of [description, sessions])
      for (const [route, operation] of operationsOf(document)) {
        const { requestBody } = operation as { requestBody?: object }
        if (!route.startsWith('POST ') || !requestBody) continue
        const body = resolve(requestBody, document).content['application/json']?.schema
        if (body) assert.deepEqual(listWithoutNull(body, document), [], route)
      }
  })

  test('lists the error codes of each operation by their status', () => {
    for (const document of [description, sessions])
      for (const [route, operation] of operationsOf(document)) {
        for (const status of ['4XX', '5XX']) {
          const failure = resolve(operation.responses[status], document)
          const { schema } = failure.content['application/problem+json']
          assert.deepEqual(schema, { $ref: '#/components/schemas/Problem' }, route)
        }
        const codes = listProblemCodes(document, operation)
        assert.ok(codes['500']?.includes('internal'), route)
        for (const [status, each] of Object.entries(codes))
          for (const code of each) assert.equal(String(ERRORS[code][0]), status, `${route} ${code}`)
      }
    const sent = listProblemCodes(description, description.paths['/api/v1/messages/send'].post)
    assert.ok(sent['422']?.includes('window_closed'))
    assert.ok(sent['401']?.includes('invalid_api_key'))
    assert.ok(!Object.values(sent).flat().includes('tag_taken'))
  })

  test('lists exactly the codes that the route declares', () => {
    for (const [path, methods] of Object.entries(readPaths(app)))
      for (const [method, { operationId, 'x-problem-codes': declared }] of Object.entries(
        methods,
      )) {
        const document = [description, sessions].find((each) => each.paths[path]?.[method])
        if (!document) continue
        const codes = Object.values(listProblemCodes(document, document.paths[path][method])).flat()
        assert.deepEqual(codes.toSorted(), declared.toSorted(), operationId)
      }
  })

  test('names every body with fields, those of two addresses once, and says which fields a send needs', () => {
    const { schemas } = description.components
    for (const [route, { requestBody }] of operationsOf(description) as [string, any][]) {
      if (!requestBody || OF_INGEST.test(route)) continue
      for (const { schema, example } of Object.values<any>(resolve(requestBody).content)) {
        const isEmpty = Object.keys(schema.properties ?? {}).length === 0
        assert.ok(schema.$ref ?? isEmpty, route)
        assert.ok(example, `${route} has an example`)
      }
    }
    const bodyOf = (path: string) =>
      resolve(description.paths[path].post.requestBody).content['application/json'].schema
    assert.deepEqual(bodyOf('/api/v1/tickets'), { $ref: '#/components/schemas/NewTicket' })
    assert.deepEqual(bodyOf('/api/v1/webhooks'), bodyOf('/api/developer/webhooks'))
    assert.deepEqual(schemas.SendMessage.allOf[1].anyOf[0].required, ['conversation_id'])
    const { allOf } = resolve(bodyOf('/api/v1/messages/batch')).properties.items.items
    assert.deepEqual(allOf[0], { $ref: '#/components/schemas/SendMessage' })
  })

  test('says which build serves it, unlike the committed file', () => {
    assert.equal(description.info['x-build'], BUILD_VERSION)
    const committed = readFileSync('docs/openapi/api.yaml', 'utf8')
    assert.doesNotMatch(committed, /x-build/)
  })

  test('stays small enough to be read at once', () => {
    assert.ok(Buffer.byteLength(text) <= BYTES_MAX, `${Buffer.byteLength(text)} bytes`)
  })

  test('names Idempotency-Key at exactly the operations that honour it', () => {
    const isNamed = ({ parameters = [] }: Operation) =>
      parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKeyHeader')
    const operations = operationsOf(description)
    const posts = operations.filter(([route]) => route.startsWith('POST /api/v1/'))
    for (const [route, operation] of posts)
      assert.equal(isNamed(operation), !WITHOUT_KEY.has(operation.operationId), route)
    for (const [route, operation] of operations)
      if (/^(GET|DELETE) /.test(route))
        assert.equal(isNamed(operation), operation.operationId === 'eraseContact', route)
  })

  test('names its schemas as readers know them, each once, with the codes of errors', () => {
    const { schemas } = description.components
    for (const name of [
      'Actor',
      'Contact',
      'Conversation',
      'Event',
      'Message',
      'Problem',
      'Ticket',
    ])
      assert.ok(schemas[name], name)
    assert.ok(Object.keys(schemas).length > 70)
    assert.deepEqual(schemas.Problem.properties.code.enum, Object.keys(ERRORS))
    const sent = description.paths['/api/v1/messages/send'].post
    assert.equal(sent.operationId, 'sendMessage')
    const answer = resolve(sent.responses['201'])
    assert.deepEqual(answer.content['application/json'].schema, {
      $ref: '#/components/schemas/SentMessage',
    })
    // A sent message is a message.
    assert.deepEqual(schemas.SentMessage.allOf[0], { $ref: '#/components/schemas/Message' })
    assert.ok(!text.includes('Default Response'))
  })

  test('names no parameter as a schema in another spelling, which generators confuse', () => {
    const { schemas, parameters } = description.components
    const names = [...Object.keys(schemas), ...Object.keys(parameters)]
    const spelled = names.map((name) => name.replaceAll(/[^a-z\d]/gi, '').toLowerCase())
    assert.ok(Object.keys(parameters).length > 40)
    assert.equal(new Set(spelled).size, names.length)
  })

  test('requires a body exactly where a field of it is required', async () => {
    const requiredOf = (path: string) => resolve(description.paths[path].post.requestBody).required
    assert.equal(requiredOf('/api/v1/tickets'), true)
    assert.equal(requiredOf('/api/v1/contacts/{id}/block'), undefined)
    assert.equal(requiredOf('/api/v1/messages/send'), undefined)
    const { patch } = description.paths['/api/v1/tickets/{id}']
    assert.equal(resolve(patch.requestBody).required, true)
    const { status, text: csv } = await call('POST /api/v1/contacts/export.csv', { key })
    assert.equal(status, 200, csv)
  })

  test('describes an event of every type, as one union and as a webhook with that payload, full or thin', () => {
    const { schemas } = description.components
    const { mapping, propertyName } = schemas.Event.discriminator
    assert.equal(propertyName, 'type')
    assert.deepEqual(Object.keys(mapping), EVENT_TYPES)
    assert.deepEqual(
      schemas.Event.oneOf.map((each: { $ref: string }) => each.$ref),
      Object.values(mapping),
    )
    for (const type of EVENT_TYPES) {
      const { post } = description.webhooks[type]
      const [{ $ref }, thin] = post.requestBody.content['application/json'].schema.oneOf
      assert.equal($ref, mapping[type])
      assert.equal(thin.$ref, '#/components/schemas/ThinEvent')
      const [envelope, own] = schemas[$ref.split('/').pop()].allOf
      assert.deepEqual(envelope, { $ref: '#/components/schemas/EventEnvelope' })
      const { type: named, data } = own.properties
      assert.equal(named.const, type)
      const { allOf: [base] = [], ...rest } = schemas[data.$ref.split('/').pop()]
      assert.ok((base ? resolve(base) : rest).properties.id, type)
    }
  })

  test('describes the ingest routes, with the address of their own server', async () => {
    const ingest = createIngest(context)
    await ingest.ready()
    const routes = listRoutes(ingest)
      .filter(({ method, url }) => url.startsWith('/webhook/') && method !== 'OPTIONS')
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    await ingest.close()
    const described = operationsOf(description).filter(([route]) => route.includes(' /webhook/'))
    assert.deepEqual(described.map(([route]) => route).toSorted(), routes.toSorted())
    for (const [, operation] of described)
      assert.equal(
        (operation as any).servers[0].variables.ingest_url.default,
        context.config.ingestUrl,
      )
  })

  test('says which scope a key needs, and that the developer area needs a session', () => {
    const { paths, security } = description
    assert.deepEqual(security, [{ apiKey: [] }, { session: [] }])
    assert.equal(paths['/api/v1/contacts'].post.security, undefined)
    assert.match(paths['/api/v1/contacts'].post.description, /contacts:write/)
    assert.deepEqual(paths['/api/developer/webhooks'].get.security, [{ session: [] }])
  })

  test('is open, compressed, cached, and can be read by pages of other origins', async () => {
    for (const name of ['openapi', 'openapi-sessions']) {
      const url = `/${name}.json`
      const plain = await app.inject(url)
      assert.equal(plain.headers['access-control-allow-origin'], '*')
      assert.equal(plain.headers['cache-control'], 'public, max-age=300')
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const [accepted, coding, decode] of [
        ['gzip, br', 'br', brotliDecompressSync],
        ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
      ] as const) {
        const answer = await app.inject({ url, headers: { 'accept-encoding': accepted } })
        assert.equal(answer.headers['content-encoding'], coding)
        assert.match(String(answer.headers['vary']), /accept-encoding/)
        assert.equal(decode(answer.rawPayload).toString(), plain.body)
        assert.ok(answer.rawPayload.length < plain.body.length / 5)
      }
      const etag = String(plain.headers['etag'])
      const again = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })
      assert.equal(again.statusCode, 304)
      assert.equal(again.body, '')
      assert.equal(again.headers['etag'], etag)
      const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
      assert.equal(other.statusCode, 200)
      const asked = await app.inject({ method: 'OPTIONS', url })
      assert.deepEqual(
        [asked.statusCode, asked.headers['access-control-allow-headers']],
        [204, 'if-none-match'],
      )
    }
  })

  test('says the same as YAML', async () => {
    const answer = await app.inject('/openapi.yaml')
    assert.match(String(answer.headers['content-type']), /^application\/yaml/)
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.deepEqual(parseYaml(answer.body), description)
  })
})

describe('the interactive reference', () => {
  test('loads nothing from another host and may ask none', async () => {
    const answer = await app.inject('/docs/reference/')
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    assert.doesNotMatch(answer.body, /(?:src|href)\s*=\s*["']?(?:https?:)?\/\//i)
    const policy = String(answer.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /connect-src 'self'(;|$)/)
    assert.doesNotMatch(policy, /https?:|\*/)
    assert.match(policy, /script-src 'self'(;|$)/)
    assert.doesNotMatch(answer.body, /<script(?![^>]* src=)/, 'an inline script')
    const scripts = [...answer.body.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1]!)
    assert.ok(scripts.length > 0)
    for (const script of scripts) {
      const loaded = await app.inject(new URL(script, 'http://localhost/docs/reference/').pathname)
      assert.equal(loaded.statusCode, 200, script)
      assert.match(String(loaded.headers['content-type']), /javascript/)
    }
  })

  test('is found without the final slash', async () => {
    const answer = await app.inject('/docs/reference')
    assert.ok([200, 301, 302, 308].includes(answer.statusCode))
    if (answer.statusCode !== 200) assert.equal(answer.headers.location, '/docs/reference/')
  })
})
