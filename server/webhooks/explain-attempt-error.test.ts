import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { FETCH_FAILURES } from '#lib/outgoing/fetch-failure.ts'
import { ERROR_EXPLANATIONS } from '#shared/attempt-explanations.ts'
import { ATTEMPT_ERRORS, TOKEN_ERRORS } from '#shared/webhooks.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint } from '#test/deliveries.ts'
import { explainAttemptError } from './explain-attempt-error.ts'
import type { Attempt } from './deliveries/schema.ts'
import { testEndpoint } from '#webhooks/delivering/test-endpoint.ts'
import { createWebhookFetch } from './create-webhook-fetch.ts'

const { context } = await openTestContext()
const fetch = createWebhookFetch(context.config)
after(() => fetch.close())

test('every attempt error has its own explanation and advice', () => {
  const words = [
    ...Object.keys(FETCH_FAILURES),
    ...TOKEN_ERRORS,
    'redirect_not_followed',
    'unexpected_status',
  ]
  assert.deepEqual(Object.keys(ERROR_EXPLANATIONS).toSorted(), words.toSorted())
  assert.deepEqual(ATTEMPT_ERRORS.toSorted(), words.toSorted())
  const meanings = Object.values(ERROR_EXPLANATIONS).map((each) => each.meaning)
  assert.equal(new Set(meanings).size, words.length)
})

test('the explanation of an unexpected status depends on the status', () => {
  const say = (status: number | null) => explainAttemptError('unexpected_status', status)?.meaning
  const said = [400, 401, 403, 404, 405, 410, 413, 415, 429, 418, 500, 503, null].map(say)
  assert.equal(new Set(said).size, said.length)
  assert.match(say(418)!, /418/)
  assert.match(say(503)!, /failed \(503\)/)
  assert.equal(explainAttemptError(null, 200), undefined)
  assert.equal(explainAttemptError('a word of tomorrow', null), undefined)
})

test('an attempt shows its request and response, and explains a failure', async () => {
  const { scope, endpoint, receiver } = await createTestEndpoint(context, (_request, response) => {
    response.writeHead(401, { 'x-kind': 'gate' }).end(`no entry${'.'.repeat(20_000)}`)
  })
  const delivery = await testEndpoint(scope, fetch.fetch, endpoint.id)
  const [attempt] = delivery.attempts as [Attempt]
  const request = receiver.requests[0]!
  for (const [name, value] of Object.entries(attempt.request_headers))
    assert.equal(request.headers[name.toLowerCase()], value, name)
  assert.ok(attempt.request_headers['X-Service-Signature'])
  assert.equal(delivery.request_body, request.body.toString())
  assert.equal(attempt.response_headers?.['x-kind'], 'gate')
  assert.equal(attempt.response_body?.length, 16_384)
  assert.equal(attempt.error, 'unexpected_status')
  assert.match(attempt.explanation!.meaning, /authentication \(401\)/)
  const { timings } = attempt
  assert.deepEqual(Object.keys(timings!).toSorted(), [
    'connect',
    'dns',
    'first_byte',
    'tls',
    'total',
  ])
  assert.equal(timings!['tls'], null)
  for (const part of ['connect', 'first_byte', 'total']) assert.ok(timings![part]! >= 0, part)
})

test('a failure without a response is explained, and a success is not', async () => {
  const { scope, endpoint, receiver } = await createTestEndpoint(context)
  const fine = await testEndpoint(scope, fetch.fetch, endpoint.id)
  assert.deepEqual([fine.attempts[0]!.error, fine.attempts[0]!.explanation], [null, null])
  await receiver.close()
  const refused = await testEndpoint(scope, fetch.fetch, endpoint.id)
  const [attempt] = refused.attempts as [Attempt]
  assert.deepEqual(attempt.explanation, ERROR_EXPLANATIONS[attempt.error as 'connection_refused'])
  assert.equal(attempt.response_status, null)
})
