import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { createTestChat, createTestPerson, testPhone } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { fill, listRoutes } from './list-routes.ts'
import { assertProblem, openContract } from './open-contract.ts'

const { app, call, scope, key } = await openContract()

/** Routes without a body, with an uploaded file, or with a body that MCP's own protocol checks. */
const bodiesOfOtherKinds = new Set([
  '/api/auth/sign-out',
  '/api/v1/media',
  '/api/v1/imports',
  '/api/v1/price-lists',
  '/mcp',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/register',
  '/api/session/picture',
  '/api/developer/workspace/picture',
  '/api/v1/members/:id/picture',
])

describe('an alias', () => {
  test('of a contact: phone is phone_e164', async () => {
    const phone = testPhone()
    const create = (body: unknown) => call('POST /api/v1/contacts', { key, body })
    const first = (await create({ phone })).body
    assert.equal(first.phone_e164, phone)
    assert.equal((await create({ phone, phone_e164: phone })).body.id, first.id)
    const answer = await create({ phone, phone_e164: testPhone() })
    assertProblem(answer, 422, 'conflicting_fields', 'phone')
    assertProblem(answer, 422, 'conflicting_fields', 'phone_e164')
  })
})

describe('an unknown field', () => {
  test('is refused on every route that takes a body, and named', async () => {
    const { headers } = await signInTestMember(call, scope)
    // For a member, the routes of operators do not exist.
    const routes = listRoutes(app).filter(
      ({ method, url }) =>
        /POST|PATCH|PUT/.test(method) &&
        !bodiesOfOtherKinds.has(url) &&
        !url.startsWith('/api/operator/'),
    )
    assert.ok(routes.length >= 7)
    for (const { method, url } of routes) {
      const isV1 = url.startsWith('/api/v1')
      const answer = await call(`${method} ${fill(url, newId())}`, {
        ...(isV1 ? { key } : { headers }),
        body: { surprise: 1 },
      })
      assert.equal(answer.status, 422, `${method} ${url}: ${answer.text}`)
      assertProblem(answer, 422, 'validation_failed', 'surprise')
      const error = answer.body.errors.find((each: { field: string }) => each.field === 'surprise')
      assert.equal(error.code, 'unknown_field')
    }
  })

  test('stops a request that would be right without it, and nothing is written', async () => {
    const chat = await createTestChat(scope)
    const { id: person_id } = await createTestPerson(scope)
    for (const [request, body] of [
      ['POST /api/v1/contacts', { name: 'A', e_mail: 'a@example.com' }],
      ['POST /api/v1/tickets', { person_id, title: 'T', due: '2031-01-01T00:00:00Z' }],
      ['POST /api/v1/messages/send', { conversation_id: chat.id, message: 'A', text: 'B' }],
    ] as const)
      assertProblem(await call(request, { key, body }), 422, 'validation_failed')
    const messages = await call(`GET /api/v1/chats/${chat.id}/messages`, { key })
    assert.deepEqual(messages.body.data, [])
  })

  test('of the query is refused on every list', async () => {
    for (const { method, url } of listRoutes(app).filter(
      (route) =>
        route.method === 'GET' && route.url.startsWith('/api/v1') && !/:|stream/.test(route.url),
    ))
      assertProblem(await call(`${method} ${url}?surprise=1`, { key }), 422, 'validation_failed')
  })
})
