import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { ERRORS } from '#shared/errors.ts'
import { listRoutes } from './list-routes.ts'
import { openContract } from './open-contract.ts'

const { app, call } = await openContract()
/** Pages that a browser visits, and that only redirect it. No program calls them. */
const VISITED = [
  'GET /api/auth/sso/start',
  'GET /api/auth/sso/callback/{id}',
  'GET /api/session/sso/confirm',
]
const { body: description, text } = await call('GET /openapi.json')

describe('the description of the API', () => {
  test('is OpenAPI 3.1 and passes the linter without a remark', async () => {
    assert.match(description.openapi, /^3\.1\.\d+$/)
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The address of an installation on one's own machine is localhost.
        'no-server-example.com': 'off',
        // Not ambiguous: "deliveries" is a word and ids are UUIDs, and words are matched before parameters.
        'no-ambiguous-paths': 'off',
      },
    })
    const problems = await lintFromString({ source: text, config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => [
        ruleId,
        message,
        location.map((each) => each.pointer).join(),
      ]),
      [],
    )
  })

  test('names every route under /api that programs call, and no other', () => {
    const routes = listRoutes(app)
      .filter(({ url }) => url.startsWith('/api/'))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => !VISITED.includes(route))
    const described = Object.entries(description.paths as Record<string, object>).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(described.toSorted(), routes.toSorted())
  })

  test('gives each operation its own id, a summary, a tag and its answers', () => {
    const operations = Object.values(description.paths as Record<string, object>).flatMap(
      (methods) => Object.values(methods),
    )
    const tags = new Set(description.tags.map((tag: { name: string }) => tag.name))
    for (const operation of operations) {
      assert.ok(operation.summary, operation.operationId)
      assert.equal(operation.tags.length, 1)
      assert.ok(tags.has(operation.tags[0]), operation.tags[0])
      assert.ok(Object.keys(operation.responses).some((status) => status.startsWith('2')))
    }
    const ids = operations.map((each) => each.operationId)
    assert.equal(new Set(ids).size, operations.length)
    // Chosen at the route: a derived id would contain words of the path, such as V1.
    for (const id of ids) assert.match(id, /^[a-z]+[A-Z][A-Za-z]+$/)
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
    assert.ok(Object.keys(schemas).length > 100)
    assert.deepEqual(schemas.Problem.properties.code.enum, Object.keys(ERRORS))
    const sent = description.paths['/api/v1/messages/send'].post
    assert.equal(sent.operationId, 'sendMessage')
    assert.deepEqual(sent.responses['201'].content['application/json'].schema, {
      $ref: '#/components/schemas/SentMessage',
    })
    assert.deepEqual(sent.responses['4XX'], { $ref: '#/components/responses/Error' })
    assert.ok(!text.includes('Default Response'))
  })

  test('says which scope a key needs, and that the developer area needs a session', () => {
    const { paths } = description
    assert.deepEqual(paths['/api/v1/contacts'].post.security, [{ apiKey: [] }, { session: [] }])
    assert.match(paths['/api/v1/contacts'].post.description, /contacts:write/)
    assert.deepEqual(paths['/api/developer/webhooks'].get.security, [{ session: [] }])
  })

  test('is open and can be read by pages of other origins', async () => {
    assert.equal((await call('GET /openapi.json')).status, 200)
  })
})

describe('the interactive docs', () => {
  test('load nothing from another host and may ask none', async () => {
    const answer = await app.inject('/docs/')
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
      const loaded = await app.inject(new URL(script, 'http://localhost/docs/').pathname)
      assert.equal(loaded.statusCode, 200, script)
      assert.match(String(loaded.headers['content-type']), /javascript/)
    }
  })

  test('are found without the final slash', async () => {
    const answer = await app.inject('/docs')
    assert.ok([200, 301, 302, 308].includes(answer.statusCode))
    if (answer.statusCode !== 200) assert.equal(answer.headers.location, '/docs/')
  })
})
