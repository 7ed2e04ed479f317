import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import {
  addBacklog,
  addEvents,
  createTestEndpoint,
  emit,
  numberOf,
  startDeliveries,
  succeededDelivery,
  triedDelivery,
} from '#test/deliveries.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { listDeliveries } from '#webhooks/list-deliveries.ts'
import { retryDelivery } from '#webhooks/retry-delivery.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { createReplay } from './create-replay.ts'
import { queueReplayStep } from './queue-replay-step.ts'
import { resendEvent } from './resend-event.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

async function onlyEvent(scope: Scope): Promise<string> {
  const { id } = await scope.db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  return id
}

test('a resent event keeps its id and counts as the next attempt of its delivery', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await emit(scope, [1])
  const first = await succeededDelivery(scope)
  const { deliveries } = await resendEvent(scope, { eventId: first.event_id })
  assert.deepEqual(
    deliveries.map((each) => [each.id, each.endpoint_id, each.status]),
    [[first.id, endpoint.id, 'pending']],
  )
  const requests = await receiver.waitFor(2)
  assert.equal(requests[1]!.headers['webhook-id'], requests[0]!.headers['webhook-id'])
  assert.equal(requests[1]!.headers['x-service-attempt'], '2')
  assert.ok(requests[1]!.body.equals(requests[0]!.body))
})

test('an event can be resent to a named endpoint that is not subscribed to it', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context, undefined, {
    events: ['ticket.created'],
  })
  await addEvents(scope, 1)
  const eventId = await onlyEvent(scope)
  assert.deepEqual(await resendEvent(scope, { eventId }), { deliveries: [] })
  const both = await Promise.all(
    [0, 1].map(() => resendEvent(scope, { eventId, endpointId: endpoint.id })),
  )
  assert.equal(both[0]!.deliveries[0]!.id, both[1]!.deliveries[0]!.id)
  await succeededDelivery(scope)
  const [request] = await receiver.waitFor(1)
  assert.equal(numberOf(request!), 1)
})

test('without a named endpoint, an event is resent to each enabled one that received or subscribes to it', async () => {
  const { scope, endpoint: has } = await createTestEndpoint(context)
  await emit(scope, [1])
  await succeededDelivery(scope)
  const hook = { url: 'http://127.0.0.1:8099/' }
  const asks = await createEndpoint(scope, { ...hook, events: ['message.sent'] })
  await createEndpoint(scope, { ...hook, events: ['ticket.created'] })
  const disabled = await createEndpoint(scope, { ...hook, events: ['message.sent'] })
  await updateEndpoint(scope, has.id, { events: ['ticket.created'] })
  await updateEndpoint(scope, disabled.id, { status: 'disabled' })
  const { deliveries } = await resendEvent(scope, { eventId: await onlyEvent(scope) })
  assert.deepEqual(
    deliveries.map((each) => each.endpoint_id).toSorted(),
    [has.id, asks.id].toSorted(),
  )
})

test('resending a delivery that waits for its retry sends it now and keeps its schedule', async () => {
  const { receiver, scope } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(500).end(),
  )
  await emit(scope, [1])
  const waiting = await triedDelivery(scope, 1)
  assert.ok(waiting.next_attempt_at! > new Date())
  await resendEvent(scope, { eventId: waiting.event_id })
  const again = await triedDelivery(scope, 2)
  const pauseMs = again.next_attempt_at!.getTime() - again.attempts[1]!.started_at.getTime()
  assert.ok(pauseMs > 20_000, `${pauseMs} ms: the second pause of its schedule`)
  receiver.respondWith((_request, response) => void response.end())
  assert.equal((await retryDelivery(scope, again.id)).status, 'pending')
  assert.equal((await succeededDelivery(scope)).attempt_count, 3)
})

test('resending is refused for unknown events, foreign endpoints and disabled endpoints', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  const { scope: other } = await createTestWorkspace(context)
  await addEvents(scope, 1)
  const eventId = await onlyEvent(scope)
  for (const id of [newId(), 'nonsense'])
    await assert.rejects(resendEvent(scope, { eventId: id }), { code: 'event_not_found' })
  await assert.rejects(resendEvent(other, { eventId }), { code: 'event_not_found' })
  await addEvents(other, 1)
  await assert.rejects(
    resendEvent(other, { eventId: await onlyEvent(other), endpointId: endpoint.id }),
    { code: 'endpoint_not_found' },
  )
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await assert.rejects(resendEvent(scope, { eventId, endpointId: endpoint.id }), {
    code: 'endpoint_disabled',
  })
})

test('a simultaneous resend, retry and replay of one delivery send it once', async () => {
  const idle = await openTestContext()
  const { scope, endpoint } = await createTestEndpoint(idle.context)
  await addBacklog(scope, endpoint.id, 'failed', 20)
  const { data } = await listDeliveries(scope, {})
  const { id } = await createReplay(scope, endpoint.id, {})
  const outcomes = await Promise.allSettled([
    queueReplayStep(scope, id, 100),
    ...data.flatMap((delivery) => [
      retryDelivery(scope, delivery.id),
      resendEvent(scope, { eventId: delivery.event_id }),
    ]),
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'delivery_pending')
  const { rows } =
    await sql`select from webhook_deliveries where workspace_id = ${scope.workspaceId}
    and status = 'pending' and attempts_max = attempt_count + 10`.execute(scope.db)
  assert.equal(rows.length, 20)
})
