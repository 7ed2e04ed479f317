import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { claimLanes } from '#lanes/claim-lanes.ts'
import { wakeLanes } from '#lanes/lane-waker.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestEndpoint,
  emit,
  numberOf,
  onlyDelivery,
  skipPauses,
  startDeliveries,
  succeededDelivery,
  triedDelivery,
} from '#test/deliveries.ts'
import { startReceiver } from '#test/receiver.ts'
import { waitFor } from '#test/wait-for.ts'
import { getEndpoint } from '../get-endpoint.ts'
import { listDeliveries } from '../list-deliveries.ts'
import { laneClaims, laneTurns, webhookAttempts, webhookDelay } from '#lib/metrics.ts'
import { readMetric } from '#test/moves.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

test('a delivery carries the stored bytes and both signatures, which three libraries accept', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await emit(scope, [1])
  const [request] = await receiver.waitFor(1)
  const { headers, body } = request!
  const stored = await scope.db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.equal(body.toString(), stored.body)
  assert.equal(headers['webhook-id'], stored.id)
  assert.equal(headers['x-service-event'], 'message.sent')
  assert.equal(headers['x-service-attempt'], '1')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'Parley-Webhooks/1')
  const signature = headers['x-service-signature'] as string
  assert.match(signature, /^t=\d{10},v1=[0-9a-f]{64}$/)
  const changed = Buffer.from(body)
  changed[body.length - 3]! ^= 1
  const flat = headers as Record<string, string>
  const stripe = new Stripe('sk_' + 'test_x')
  for (const verify of [
    (bytes: Buffer) => stripe.webhooks.constructEvent(bytes, signature, endpoint.secret),
    (bytes: Buffer) => new StandardWebhook(endpoint.secret).verify(bytes, flat),
    (bytes: Buffer) => new SvixWebhook(endpoint.secret).verify(bytes, flat),
  ]) {
    verify(body)
    assert.throws(() => verify(changed))
  }
  const delivery = await succeededDelivery(scope)
  assert.equal(headers['x-service-delivery'], delivery.id)
  assert.equal(delivery.attempts.length, 1)
  const [attempt] = delivery.attempts
  assert.equal(attempt!.response_status, 200)
  assert.equal(attempt!.response_body, 'ok')
  assert.equal(attempt!.error, null)
  assert.equal(attempt!.request_headers['X-Service-Signature'], signature)
  for (const [name, value] of Object.entries(attempt!.request_headers))
    assert.equal(headers[name.toLowerCase()], value, name)
  assert.equal(
    Object.keys(attempt!.request_headers).length,
    9,
    'all headers, also those that are not stored',
  )
  const [log] = await scope.db
    .selectFrom('webhook_attempts')
    .select('request_headers')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.deepEqual(Object.keys(log!.request_headers).toSorted(), [
    'X-Service-Signature',
    'webhook-signature',
    'webhook-timestamp',
  ])
  assert.ok(attempt!.timings!['total']! > 0)
  assert.deepEqual(delivery.payload, JSON.parse(stored.body))
})

test('deliveries arrive in order of creation, each once', async () => {
  const { receiver, scope } = await createTestEndpoint(context)
  const numbers = Array.from({ length: 120 }, (_, index) => index)
  await emit(scope, numbers)
  const requests = await receiver.waitFor(numbers.length)
  assert.deepEqual(requests.map(numberOf), numbers)
  await waitFor(async () => {
    const { data } = await listDeliveries(scope, { limit: 100, status: 'succeeded' })
    return data.length === 100
  })
  assert.equal(receiver.requests.length, numbers.length)
})

test('an endpoint gets at most max_in_flight deliveries at a time', async () => {
  let open = 0
  let most = 0
  const full = Promise.withResolvers<void>()
  const { receiver, scope } = await createTestEndpoint(
    context,
    (_request, response) => {
      most = Math.max(most, ++open)
      if (most === 4) full.resolve()
      // After the fourth, time for one too many to arrive.
      void full.promise.then(() =>
        setTimeout(() => {
          open -= 1
          response.end()
        }, 30),
      )
    },
    { max_in_flight: 4 },
  )
  await transaction(scope, (tx) =>
    recordEvents(
      tx,
      Array.from({ length: 24 }, (_, number) => ({ type: 'message.sent', data: { number } })),
    ),
  )
  await receiver.waitFor(24)
  assert.equal(most, 4)
})

test('a failed delivery is retried under the same id, with a new signature', async () => {
  const { receiver, scope } = await createTestEndpoint(context, (_request, response) => {
    response.statusCode = receiver.requests.length < 3 ? 500 : 204
    response.end('no')
  })
  const [retried, succeeded] = [
    await readMetric(webhookAttempts, { result: 'retried' }),
    await readMetric(webhookAttempts, { result: 'succeeded' }),
  ]
  const delayed = await readMetric(webhookDelay)
  const lane = { kind: 'webhook' }
  await emit(scope, [1])
  await receiver.waitFor(1)
  const first = await triedDelivery(scope, 1)
  assert.equal(first.status, 'pending')
  assert.equal(first.last_response_status, 500)
  assert.equal(first.last_error, 'unexpected_status')
  const [attempt] = first.attempts
  const pauseMs =
    first.next_attempt_at!.getTime() - attempt!.started_at.getTime() - attempt!.duration_ms
  // The first pause of the schedule is 4 to 6 s, the second at least 24 s.
  assert.ok(pauseMs > 3_900 && pauseMs < 24_000, `${pauseMs} ms`)
  await skipPauses(scope)
  await receiver.waitFor(2)
  await triedDelivery(scope, 2)
  await skipPauses(scope)
  const requests = await receiver.waitFor(3)
  const done = await succeededDelivery(scope)
  assert.equal((await readMetric(webhookAttempts, { result: 'retried' })) - retried, 2)
  assert.equal((await readMetric(webhookAttempts, { result: 'succeeded' })) - succeeded, 1)
  assert.equal((await readMetric(webhookDelay)) - delayed, 1)
  for (const metric of [laneTurns, laneClaims]) assert.ok((await readMetric(metric, lane)) > 0)
  assert.deepEqual(
    done.attempts.map((each) => [each.number, each.response_status]),
    [
      [1, 500],
      [2, 500],
      [3, 204],
    ],
  )
  assert.deepEqual(
    requests.map((each) => each.headers['x-service-attempt']),
    ['1', '2', '3'],
  )
  assert.equal(new Set(requests.map((each) => each.headers['webhook-id'])).size, 1)
  // Its health is recorded when the turn ends, after the delivery.
  await waitFor(async () => (await getEndpoint(scope, done.endpoint_id)).failing_since === null)
})

test('the retry waits as long as Retry-After says', async () => {
  const { scope } = await createTestEndpoint(context, (_request, response) => {
    response.writeHead(503, { 'retry-after': '3600' }).end()
  })
  await emit(scope, [1])
  const delivery = await triedDelivery(scope, 1)
  assert.ok(delivery.next_attempt_at!.getTime() > Date.now() + 3_500_000)
})

test('a delivery fails after ten attempts', async () => {
  const { scope } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(500).end(),
  )
  await emit(scope, [1])
  for (let count = 1; count <= 10; count++) {
    await triedDelivery(scope, count)
    await skipPauses(scope)
  }
  const delivery = await onlyDelivery(scope)
  assert.equal(delivery.status, 'failed')
  assert.equal(delivery.attempts.length, 10)
  assert.equal(delivery.next_attempt_at, null)
  assert.ok(delivery.completed_at)
})

test('redirects are not followed', async () => {
  const elsewhere = await startReceiver()
  after(() => elsewhere.close())
  const { scope } = await createTestEndpoint(context, (_request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}/` }).end()
  })
  await emit(scope, [1])
  const delivery = await triedDelivery(scope, 1)
  assert.equal(delivery.last_error, 'redirect_not_followed')
  assert.equal(elsewhere.requests.length, 0)
})

test('the deliveries of a killed worker are sent by another when its lease ends', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  const lane = { kind: 'webhook' as const, workspaceId: scope.workspaceId, targetId: endpoint.id }
  const claimingAt = Date.now()
  // In one transaction, so that the worker of this file cannot claim the lane first.
  const lanes = await context.db.transaction().execute(async (db) => {
    await wakeLanes({ db }, [lane])
    const claimed = await claimLanes({ db }, [{ kind: 'webhook', count: 100, leaseMs: 800 }])
    return claimed.lanes
  })
  assert.ok(lanes.some((each) => each.targetId === endpoint.id))
  await emit(scope, [1])
  const [request] = await receiver.waitFor(1)
  const waitedMs = request!.at.getTime() - claimingAt
  assert.ok(waitedMs >= 800, `sent after ${waitedMs} ms, before the lease ended`)
})

test('a refused connection is recorded as an error code, without an address', async () => {
  const { receiver, scope } = await createTestEndpoint(context)
  await receiver.close()
  await emit(scope, [1])
  const delivery = await triedDelivery(scope, 1)
  assert.equal(delivery.last_error, 'connection_refused')
  assert.doesNotMatch(JSON.stringify(delivery.attempts), /127\.0\.0\.1/)
})

test('any response of a receiver is stored as text', async () => {
  const odd = String.raw`\u0000 \ud800 \\u0000 "`
  const { scope } = await createTestEndpoint(context, (_request, response) => {
    response.setHeader('x-odd', 'caf\u00e9')
    response.setHeader('x-escapes', odd)
    response.end(Buffer.concat([Buffer.from('a\0b\xff', 'latin1'), Buffer.alloc(40_000, 'x')]))
  })
  await emit(scope, [1])
  const delivery = await succeededDelivery(scope)
  assert.ok(delivery.attempts[0]!.response_body!.startsWith('a\uFFFDb\uFFFDx'))
  assert.equal(delivery.attempts[0]!.response_body!.length, 16 * 1024)
  assert.equal(delivery.attempts[0]!.response_headers!['x-escapes'], odd)
})

test('interim responses before a 200 are not the answer: the receiver gets the event once', async () => {
  const { receiver, scope } = await createTestEndpoint(context, (_request, response) => {
    response.writeContinue()
    response.writeProcessing()
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.end('ok')
  })
  await emit(scope, [1])
  const delivery = await succeededDelivery(scope)
  assert.deepEqual([delivery.attempt_count, delivery.last_response_status], [1, 200])
  assert.equal(receiver.requests.length, 1)
})
