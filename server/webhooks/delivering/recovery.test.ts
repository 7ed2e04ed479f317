import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import {
  addBacklog,
  countDeliveries,
  createTestEndpoint,
  emit,
  numberOf,
  onlyDelivery,
  skipPauses,
  startDeliveries,
  succeededDelivery,
  triedDelivery,
} from '#test/deliveries.ts'
import { waitFor } from '#test/wait-for.ts'
import { deleteEndpoint } from '../delete-endpoint.ts'
import { getEndpoint } from '../get-endpoint.ts'
import { FAILING_MS } from './find-health-change.ts'
import { retryDelivery } from '../retry-delivery.ts'
import { updateEndpoint } from '../update-endpoint.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

test('a 410 disables the endpoint, and enabling it sends the pending deliveries', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(410).end(),
  )
  await emit(scope, [1])
  await waitFor(async () => (await getEndpoint(scope, endpoint.id)).status === 'disabled')
  const disabled = await getEndpoint(scope, endpoint.id)
  assert.equal(disabled.disabled_reason, 'gone')
  assert.ok(disabled.disabled_at)
  const delivery = await onlyDelivery(scope)
  assert.equal(delivery.status, 'pending')
  assert.equal(receiver.requests.length, 1)
  receiver.respondWith((_request, response) => void response.end())
  await updateEndpoint(scope, endpoint.id, { status: 'enabled' })
  await skipPauses(scope)
  await succeededDelivery(scope)
})

test('an endpoint that fails for three days is disabled, and its events are kept', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(500).end(),
  )
  await emit(scope, [1])
  await waitFor(async () => (await getEndpoint(scope, endpoint.id)).failing_since)
  assert.equal((await getEndpoint(scope, endpoint.id)).status, 'enabled')
  await scope.db
    .updateTable('webhook_endpoints')
    .set({ failing_since: new Date(Date.now() - FAILING_MS) })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await skipPauses(scope)
  await waitFor(async () => (await getEndpoint(scope, endpoint.id)).disabled_reason === 'failing')
  await emit(scope, [2])
  const before = receiver.requests.length
  receiver.respondWith((_request, response) => void response.end())
  await updateEndpoint(scope, endpoint.id, { status: 'enabled' })
  await receiver.waitFor(before + 1)
  assert.equal(numberOf(receiver.requests[before]!), 2)
})

test('a disabled endpoint gets no deliveries', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await emit(scope, [1])
  await updateEndpoint(scope, endpoint.id, { status: 'enabled' })
  await emit(scope, [2])
  await receiver.waitFor(1)
  assert.deepEqual(receiver.requests.map(numberOf), [2])
})

test('deleting an endpoint cancels its pending deliveries', async () => {
  const { scope, endpoint } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(500).end(),
  )
  await emit(scope, [1])
  await triedDelivery(scope, 1)
  await deleteEndpoint(scope, endpoint.id)
  const delivery = await onlyDelivery(scope)
  assert.equal(delivery.status, 'cancelled')
  assert.equal(delivery.next_attempt_at, null)
  await assert.rejects(retryDelivery(scope, delivery.id), { code: 'endpoint_not_found' })
})

test('a finished delivery can be retried, and a pending one is refused', async () => {
  const { receiver, scope } = await createTestEndpoint(context)
  await emit(scope, [1])
  await receiver.waitFor(1)
  const { id } = await succeededDelivery(scope)
  receiver.respondWith((_request, response) => void response.writeHead(500).end())
  assert.equal((await retryDelivery(scope, id)).status, 'pending')
  await assert.rejects(retryDelivery(scope, id), { code: 'delivery_pending' })
  const requests = await receiver.waitFor(2)
  assert.equal(requests[1]!.headers['x-service-attempt'], '2')
  assert.equal(requests[1]!.headers['webhook-id'], requests[0]!.headers['webhook-id'])
  const again = await triedDelivery(scope, 2)
  const pauseMs = again.next_attempt_at!.getTime() - again.attempts[1]!.started_at.getTime()
  // The first pause of the schedule is 4 to 6 s, the second at least 24 s.
  assert.ok(pauseMs < 24_000, `${pauseMs} ms: the schedule starts again`)
})

test('a retry sends a delivery that waits for its next attempt, and is refused during an attempt', async () => {
  let answer: (() => void) | undefined
  const { receiver, scope } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(500).end(),
  )
  await emit(scope, [1])
  const waiting = await triedDelivery(scope, 1)
  assert.ok(waiting.next_attempt_at! > new Date())
  receiver.respondWith((_request, response) => void (answer = () => response.end()))
  const retried = await retryDelivery(scope, waiting.id)
  assert.ok(retried.next_attempt_at! <= new Date())
  await receiver.waitFor(2)
  await assert.rejects(retryDelivery(scope, waiting.id), { code: 'delivery_pending' })
  answer!()
  assert.equal((await succeededDelivery(scope)).attempt_count, 2)
})

test('a retry at a disabled endpoint is refused with endpoint_disabled', async () => {
  const { scope, endpoint } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(500).end(),
  )
  await emit(scope, [1])
  const { id } = await triedDelivery(scope, 1)
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await sql`
    update webhook_deliveries set next_attempt_at = created_at
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(context.db)
  await assert.rejects(retryDelivery(scope, id), { code: 'endpoint_disabled' })
})

test('simultaneous retries of one delivery send it once', async () => {
  const { receiver, scope } = await createTestEndpoint(context)
  await emit(scope, [1])
  const { id } = await succeededDelivery(scope)
  let answer: (() => void) | undefined
  receiver.respondWith((_request, response) => void (answer = () => response.end()))
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => retryDelivery(scope, id)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.code),
    ['delivery_pending', 'delivery_pending', 'delivery_pending'],
  )
  await receiver.waitFor(2)
  answer!()
  assert.equal((await succeededDelivery(scope)).attempt_count, 2)
})

test('deleting an endpoint cancels a backlog of any length, in batches', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await addBacklog(scope, endpoint.id, 'pending', 9_001)
  await deleteEndpoint(scope, endpoint.id)
  assert.notEqual((await countDeliveries(scope))['pending'], undefined)
  await waitFor(async () => (await countDeliveries(scope))['cancelled'] === 9_001)
})
