import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const password = 'correct horse battery'

/** A signed-in admin of an API whose clock only moves by `pass`. */
async function openAdmin() {
  let now = Date.now()
  const timed = { ...context, clock: { now: () => new Date(now) } }
  const { call } = await openTestApi(timed)
  const { scope } = await createTestWorkspace(timed)
  const { headers } = await signInTestMember(call, scope)
  return {
    scope,
    call,
    pass: (minutes: number) => (now += minutes * 60_000),
    ask: (request: string, body?: unknown) =>
      call(request, { headers, ...(body !== undefined && { body }) }),
  }
}

test('keys, signing secrets and exports need a sign-in or a confirmation of the last 15 minutes', async () => {
  const { ask, pass } = await openAdmin()
  const key = { name: 'CI', scopes: ['read'] }
  const endpoint = { url: 'https://hooks.example.com/fresh' }
  const { id: keyId } = (await ask('POST /api/developer/api-keys', key)).body
  const { id } = (await ask('POST /api/developer/webhooks', endpoint)).body
  const requests: [request: string, body?: unknown][] = [
    ['POST /api/developer/api-keys', key],
    [`POST /api/developer/api-keys/${keyId}/rotate`, {}],
    ['POST /api/developer/webhooks', endpoint],
    [`POST /api/developer/webhooks/${id}/rotate-secret`, {}],
    ['GET /api/v1/contacts/export.csv'],
    ['GET /api/v1/chats/export.csv'],
    ['GET /api/v1/messages/export.csv'],
    ['GET /api/v1/tickets/export.csv'],
    ['GET /api/v1/reports/messages.csv'],
    ['GET /api/session/confirm'],
  ]
  pass(15)
  for (const [request, body] of requests) {
    const answer = await ask(request, body)
    assert.equal(answer.status, 403, request)
    assert.equal(answer.body.code, 'confirmation_required')
  }
  assert.equal((await ask('GET /api/developer/api-keys')).body.data.length, 1)
  const wrong = await ask('POST /api/session/confirm', { password: 'wrong horse battery' })
  assert.equal(wrong.status, 422)
  assert.equal(wrong.body.errors[0].field, 'password')
  assert.equal((await ask('GET /api/session/confirm')).status, 403)
  assert.equal((await ask('POST /api/session/confirm', { password })).status, 204)
  for (const [request, body] of requests)
    assert.ok((await ask(request, body)).status < 300, request)
  pass(15)
  assert.equal((await ask('POST /api/developer/api-keys', key)).status, 403)
})

test('an API key needs no confirmation for an export', async () => {
  const { call, scope, pass } = await openAdmin()
  const key = await createTestKey(scope, ['contacts:read'])
  pass(60)
  const answer = await call('GET /api/v1/contacts/export.csv', { key })
  assert.equal(answer.status, 200)
})

test('confirmations of a password are limited like sign-ins', async () => {
  const { ask } = await openAdmin()
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await ask('POST /api/session/confirm', { password: `wrong ${i}` })).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(422), 429])
})
