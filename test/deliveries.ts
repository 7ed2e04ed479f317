import assert from 'node:assert/strict'
import { after } from 'node:test'
import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import type { EventType } from '#shared/event-types.ts'
import { deliveryId } from '#events/delivery-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { wakeLanes } from '#lanes/lane-waker.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import type { CreateEndpointInput } from '#webhooks/create-endpoint.ts'
import { getDelivery } from '#webhooks/get-delivery.ts'
import { listDeliveries } from '#webhooks/list-deliveries.ts'
import type { DeliveryWithAttempts } from '#webhooks/deliveries/schema.ts'
import type { EndpointWithSecret } from '#webhooks/schema.ts'
import { createWebhookFetch } from '#webhooks/create-webhook-fetch.ts'
import { createWebhookLane } from '#webhooks/delivering/create-webhook-lane.ts'
import { beforeClose } from './context.ts'
import { createTestWorkspace } from './factories.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver, Respond } from './receiver.ts'
import { waitFor } from './wait-for.ts'

/**
 * Starts a webhook worker for the file's tests. A turn ends after `turnMs`, by default 300 ms, and an exchange after
 * `timeoutMs`, by default as in the product.
 */
export async function startDeliveries(
  context: Context,
  url: string,
  options: { timeoutMs?: number; turnMs?: number } = {},
): Promise<void> {
  const fetch = createWebhookFetch(context.config)
  const worker = createLaneWorker(context, {
    url,
    sweepMs: 300,
    handlers: {
      webhook: createWebhookLane(context, { fetch: fetch.fetch, turnMs: 300, ...options }),
    },
  })
  await worker.start()
  beforeClose(context, async () => {
    await worker.stop()
    await fetch.close()
  })
}

/** Creates a workspace with an endpoint at its own receiver, in order of creation unless `input` says otherwise. */
export async function createTestEndpoint(
  context: Context,
  respond?: Respond,
  input: Partial<CreateEndpointInput> = {},
): Promise<{ receiver: Receiver; scope: Scope; endpoint: EndpointWithSecret }> {
  const receiver = await startReceiver(respond)
  after(() => receiver.close())
  const { scope } = await createTestWorkspace(context)
  const endpoint = await createEndpoint(scope, {
    url: `${receiver.url}/hook`,
    ordering: 'creation',
    ...input,
  })
  return { receiver, scope, endpoint }
}

/** Records an event for each number, each in its own transaction; `data` is `{number, text}`. */
export async function emit(scope: Scope, numbers: number[], type: EventType = 'message.sent') {
  for (const number of numbers)
    await transaction(scope, (tx) =>
      recordEvents(tx, [{ type, data: { number, text: 'नमस्ते 👋' } }]),
    )
}

/** Returns the number of the event in a caught delivery. */
export function numberOf(request: { body: Buffer }): number {
  return JSON.parse(request.body.toString()).data.number
}

/**
 * Makes the retries of a workspace due now, as if their pauses were over. It updates no other delivery: the worker may
 * be updating those, and two statements that update many rows can deadlock.
 */
export async function skipPauses(scope: Scope): Promise<void> {
  const now = scope.clock.now()
  await sql`
    update webhook_deliveries set next_attempt_at = ${now}
    where workspace_id = ${scope.workspaceId} and status = 'pending' and attempt_count > 0
      and next_attempt_at > ${now}`.execute(scope.db)
  const { rows } = await sql<{ endpoint_id: string }>`
    select distinct endpoint_id from webhook_deliveries
    where workspace_id = ${scope.workspaceId} and status = 'pending'`.execute(scope.db)
  const { workspaceId } = scope
  await sql`update lanes set not_before = null where workspace_id = ${workspaceId}`.execute(
    scope.db,
  )
  await wakeLanes(
    scope,
    rows.map((row) => ({ kind: 'webhook', workspaceId, targetId: row.endpoint_id })),
  )
}

/** Returns the only delivery of a workspace. */
export async function onlyDelivery(scope: Scope): Promise<DeliveryWithAttempts> {
  const { data } = await listDeliveries(scope, {})
  assert.equal(data.length, 1)
  return getDelivery(scope, data[0]!.id)
}

/** Waits until the only delivery of a workspace had `count` attempts, and returns it. */
export function triedDelivery(scope: Scope, count: number): Promise<DeliveryWithAttempts> {
  return waitFor(async () => {
    const delivery = await onlyDelivery(scope)
    return delivery.attempt_count === count ? delivery : undefined
  })
}

/** Waits until the only delivery of a workspace succeeded, and returns it. */
export function succeededDelivery(scope: Scope): Promise<DeliveryWithAttempts> {
  return waitFor(async () => {
    const delivery = await onlyDelivery(scope)
    return delivery.status === 'succeeded' ? delivery : undefined
  })
}

/** Records `count` events without deliveries, as from before the endpoint existed. */
export async function addEvents(
  scope: Scope,
  count: number,
  type: EventType = 'message.sent',
): Promise<void> {
  await sql`
    with counter as (
      insert into workspace_counters as counter (workspace_id, event_position)
      values (${scope.workspaceId}, ${count})
      on conflict (workspace_id) do update set event_position = counter.event_position + ${count}
      returning event_position - ${count} as base
    )
    insert into events (workspace_id, id, position, type, body, created_at)
    select ${scope.workspaceId}, uuidv7(), base + number, ${type}::text,
      json_build_object('type', ${type}::text, 'data', json_build_object('number', number)), ${scope.clock.now()}
    from counter, generate_series(1, ${count}::int) as number`.execute(scope.db)
}

/** Adds `count` new events with a delivery to an endpoint, as after a long outage; half of them were attempted. */
export async function addBacklog(
  scope: Scope,
  endpointId: string,
  status: DeliveryWithAttempts['status'],
  count: number,
): Promise<void> {
  const { rows } = await sql<{ head: number }>`
    select coalesce(max(position), 0) as head from events where workspace_id = ${scope.workspaceId}`.execute(
    scope.db,
  )
  await addEvents(scope, count)
  await sql`
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status,
      attempt_count, next_attempt_at, created_at)
    select ${scope.workspaceId}, ${deliveryId}, endpoint.id, event.id, event.type, event.position, ${status},
      event.position % 2, case when ${status} = 'pending' then event.created_at end, event.created_at
    from events as event
    join webhook_endpoints as endpoint
      on endpoint.workspace_id = ${scope.workspaceId} and endpoint.id = ${endpointId}
    where event.workspace_id = ${scope.workspaceId} and event.position > ${rows[0]!.head}`.execute(
    scope.db,
  )
}

/** Counts the deliveries of a workspace by status. */
export async function countDeliveries(scope: Scope): Promise<Record<string, number>> {
  const rows = await scope.db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', scope.workspaceId)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
