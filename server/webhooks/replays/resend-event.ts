import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import type { WebhookDeliveries } from '#db/tables/webhook-endpoints.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { deliveryId, passesFilters } from '#events/delivery-id.ts'
import { readEvent } from '#events/get-event.ts'
import { countRequeue } from '../count-requeue.ts'
import { requeuedColumns } from '../requeued-columns.ts'
import { readOpenEndpoint } from '../read-open-endpoint.ts'
import { toDelivery } from '../deliveries/schema.ts'
import type { Resent } from './schema.ts'

/** An event to resend; with `endpointId` only to that endpoint, whatever it subscribes to. */
type ResendInput = { eventId: string; endpointId?: string | undefined }

/**
 * Resends an event: to one endpoint, or to every enabled one that has it or subscribes to it. A delivery that
 * waits for a retry becomes due, a finished one gets a new schedule, a due one is left alone, and a missing one is
 * created. Resending an existing event records no new event. @throws {AppError} event_not_found, endpoint_not_found,
 * endpoint_disabled
 */
export async function resendEvent(scope: Scope, input: ResendInput): Promise<Resent> {
  const { eventId, endpointId } = input
  return transaction(scope, async (tx) => {
    // Locked, so that it cannot expire before its delivery exists.
    await readEvent(tx, eventId, 'keep')
    if (endpointId !== undefined) await readOpenEndpoint(tx, endpointId)
    const endpointIds = endpointId === undefined ? await findEndpoints(tx, eventId) : [endpointId]
    const rows = await offerTo(tx, eventId, endpointIds)
    await countRequeue(tx, endpointIds)
    await recordAudit(tx, 'event.resent', eventId, {
      endpoint_id: endpointId ?? null,
      count: rows.length,
    })
    const endpoints = rows.map((row) => row.endpoint_id)
    wakeAfterCommit(tx, 'webhook', endpoints)
    return { deliveries: rows.map(toDelivery) }
  })
}

/** Returns the enabled endpoints that have the event or subscribe to its type, locked against deletion. */
async function findEndpoints(tx: Scope, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select endpoint.id from webhook_endpoints as endpoint
    join events as event on event.workspace_id = ${tx.workspaceId} and event.id = ${eventId}
    left join webhook_deliveries as delivery
      on delivery.workspace_id = ${tx.workspaceId} and delivery.id = ${deliveryId}
    where endpoint.workspace_id = ${tx.workspaceId} and endpoint.status = 'enabled'
      and (delivery.id is not null
        or event.type = any (endpoint.events) and ${passesFilters(tx.workspaceId, sql`event.body`)})
    order by endpoint.id
    for key share of endpoint`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** Locks deliveries in id order, as all code does that locks several. */
async function offerTo(
  tx: Scope,
  eventId: string,
  endpointIds: string[],
): Promise<Selectable<WebhookDeliveries>[]> {
  const now = tx.clock.now()
  const { rows: made } = await sql<{ id: string }>`
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, is_thin,
      next_attempt_at, created_at)
    select ${tx.workspaceId}, ${deliveryId}, endpoint.id, event.id, event.type, event.position,
      endpoint.payload = 'thin', ${now}::timestamptz, event.created_at
    from events as event
    join webhook_endpoints as endpoint
      on endpoint.workspace_id = ${tx.workspaceId} and endpoint.id = any (${endpointIds}::uuid[])
    where event.workspace_id = ${tx.workspaceId} and event.id = ${eventId}
    order by 2
    on conflict (workspace_id, id) do update
      set next_attempt_at = least(webhook_deliveries.next_attempt_at, excluded.next_attempt_at)
    returning id`.execute(tx.db)
  const ids = made.map((row) => row.id)
  await sql`
    update webhook_deliveries set ${requeuedColumns(now)}
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
      and status <> 'pending'`.execute(tx.db)
  const { rows } = await sql<Selectable<WebhookDeliveries>>`
    select * from webhook_deliveries
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    order by id`.execute(tx.db)
  return rows
}
