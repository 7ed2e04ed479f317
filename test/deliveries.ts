import assert from 'node:assert/strict'
import { after } from 'node:test'
import { sql } from 'kysely'
import type { Context, Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import type { EventType } from '#events/catalogue.ts'
import { recordEvents } from '#events/record-events.ts'
import { wakeLanes } from '#lanes/lane-waker.ts'
import { createLaneWorker } from '#lanes/lane-worker.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import type { CreateEndpointInput } from '#webhooks/create-endpoint.ts'
import { getDelivery } from '#webhooks/get-delivery.ts'
import { listDeliveries } from '#webhooks/list-deliveries.ts'
import type { DeliveryWithAttempts, EndpointWithSecret } from '#webhooks/schema.ts'
import { createWebhookFetch } from '#webhooks/webhook-fetch.ts'
import { createWebhookLane } from '#webhooks/webhook-lane.ts'
import { createTestWorkspace } from './factories.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver, Respond } from './receiver.ts'
import { waitFor } from './wait-for.ts'

/** Starts a worker of webhooks for the file's tests; an exchange ends after 600 ms, a turn after 300 ms. */
export async function startDeliveries(context: Context, url: string): Promise<void> {
  const fetch = createWebhookFetch(context.config)
  const worker = createLaneWorker(context, {
    url,
    sweepMs: 300,
    handlers: {
      webhook: createWebhookLane(context, { fetch: fetch.fetch, timeoutMs: 600, turnMs: 300 }),
    },
  })
  await worker.start()
  after(async () => {
    await worker.stop()
    await fetch.close()
  })
}

/** A workspace with an endpoint at a receiver of its own. */
export async function createTestEndpoint(
  context: Context,
  respond?: Respond,
  input: Partial<CreateEndpointInput> = {},
): Promise<{ receiver: Receiver; scope: Scope; endpoint: EndpointWithSecret }> {
  const receiver = await startReceiver(respond)
  after(() => receiver.close())
  const { scope } = await createTestWorkspace(context)
  const endpoint = await createEndpoint(scope, { url: `${receiver.url}/hook`, ...input })
  return { receiver, scope, endpoint }
}

/** Records an event for each number, in a transaction each; `data` is `{number, text}`. */
export async function emit(scope: Scope, numbers: number[], type: EventType = 'message.sent') {
  for (const number of numbers)
    await transaction(scope, (tx) =>
      recordEvents(tx, [{ type, data: { number, text: 'नमस्ते 👋' } }]),
    )
}

/** The number of the event that a caught delivery carries. */
export function numberOf(request: { body: Buffer }): number {
  return JSON.parse(request.body.toString()).data.number
}

/** Makes the retries of a workspace due now, as if their pauses were over. */
export async function skipPauses(scope: Scope): Promise<void> {
  const { rows } = await sql<{ endpoint_id: string }>`
    update webhook_deliveries set next_attempt_at = ${scope.clock.now()}
    where workspace_id = ${scope.workspaceId} and status = 'pending' returning endpoint_id`.execute(
    scope.db,
  )
  const { workspaceId } = scope
  await sql`update lanes set not_before = null where workspace_id = ${workspaceId}`.execute(
    scope.db,
  )
  await wakeLanes(
    scope,
    rows.map((row) => ({ kind: 'webhook', workspaceId, targetId: row.endpoint_id })),
  )
}

/** The one delivery of a workspace. */
export async function onlyDelivery(scope: Scope): Promise<DeliveryWithAttempts> {
  const { data } = await listDeliveries(scope, {})
  assert.equal(data.length, 1)
  return getDelivery(scope, data[0]!.id)
}

/** The one delivery of a workspace once it was tried `count` times. */
export function triedDelivery(scope: Scope, count: number): Promise<DeliveryWithAttempts> {
  return waitFor(async () => {
    const delivery = await onlyDelivery(scope)
    return delivery.attempt_count === count ? delivery : undefined
  })
}

/** The one delivery of a workspace once it has succeeded. */
export function succeededDelivery(scope: Scope): Promise<DeliveryWithAttempts> {
  return waitFor(async () => {
    const delivery = await onlyDelivery(scope)
    return delivery.status === 'succeeded' ? delivery : undefined
  })
}
