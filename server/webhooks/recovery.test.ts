import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
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
import { waitFor } from '#test/wait-for.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { getEndpoint } from './get-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import { FAILING_MS } from './record-health.ts'
import { replayDeliveries } from './replay-deliveries.ts'
import { retryDelivery } from './retry-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { updateEndpoint } from './update-endpoint.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

test('410 disables the endpoint at once, and enabling it offers what waited', async () => {
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

test('an endpoint that failed everything for three days is disabled, and its events are kept', async () => {
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

test('a disabled endpoint gets nothing', async () => {
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

test('while a secret is rotated both sign, and after it only the new one', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  const { secret } = await rotateSecret(scope, endpoint.id)
  await emit(scope, [1])
  const [request] = await receiver.waitFor(1)
  assert.match(
    request!.headers['x-service-signature'] as string,
    /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/,
  )
  const stripe = new Stripe('sk_' + 'test_x')
  for (const each of [secret, endpoint.secret]) {
    const signature = request!.headers['x-service-signature'] as string
    stripe.webhooks.constructEvent(request!.body, signature, each)
    new StandardWebhook(each).verify(request!.body, request!.headers as Record<string, string>)
  }
  await rotateSecret(scope, endpoint.id, { expireNow: true })
  await emit(scope, [2])
  const requests = await receiver.waitFor(2)
  assert.match(requests[1]!.headers['x-service-signature'] as string, /^t=\d+,v1=[0-9a-f]{64}$/)
})

test('a retry offers a finished delivery again, and a pending one is refused', async () => {
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
  const pauseMs = again.next_attempt_at!.getTime() - Date.now()
  assert.ok(pauseMs < 6_500, `${pauseMs} ms: the schedule begins anew`)
})

test('a replay offers what failed again, by type, in order', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await updateEndpoint(scope, endpoint.id, { status: 'enabled' })
  await emit(scope, [100], 'contact.created')
  await emit(
    scope,
    Array.from({ length: 70 }, (_, index) => index),
  )
  await receiver.waitFor(71)
  await waitFor(async () => (await listDeliveries(scope, { status: 'pending' })).data.length === 0)
  await sql`update webhook_deliveries set status = 'failed' where workspace_id = ${scope.workspaceId}`.execute(
    scope.db,
  )
  assert.deepEqual(await replayDeliveries(scope, endpoint.id, { types: ['message.sent'] }), {
    replayed: 70,
  })
  const requests = await receiver.waitFor(141)
  assert.deepEqual(
    requests.slice(71).map(numberOf),
    Array.from({ length: 70 }, (_, index) => index),
  )
})

/** Adds `count` deliveries of one event to an endpoint, as after a long outage. */
async function addBacklog(scope: Scope, endpointId: string, status: string, count: number) {
  await sql`
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status,
      attempt_count, created_at)
    select ${scope.workspaceId}, gen_random_uuid(), ${endpointId}, ${newId()}, 'message.sent', number, ${status},
      number % 2, ${scope.clock.now()}
    from generate_series(1, ${count}::int) as number`.execute(scope.db)
}

async function countDeliveries(scope: Scope): Promise<Record<string, number>> {
  const rows = await scope.db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', scope.workspaceId)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

test('deleting an endpoint cancels a backlog of any length, in steps', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await addBacklog(scope, endpoint.id, 'pending', 9_001)
  await deleteEndpoint(scope, endpoint.id)
  assert.notEqual((await countDeliveries(scope))['pending'], undefined)
  await waitFor(async () => (await countDeliveries(scope))['cancelled'] === 9_001)
})

test('a replay offers a log of any length, each delivery once', async () => {
  const idle = await openTestContext()
  const { scope, endpoint } = await createTestEndpoint(idle.context)
  await addBacklog(scope, endpoint.id, 'failed', 11_003)
  assert.deepEqual(await replayDeliveries(scope, endpoint.id, {}), { replayed: 11_003 })
  assert.deepEqual(await countDeliveries(scope), { pending: 11_003 })
  assert.deepEqual(await replayDeliveries(scope, endpoint.id, {}), { replayed: 0 })
})
