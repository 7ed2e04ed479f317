import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { EventOutcomeName } from '#shared/webhooks.ts'

/**
 * Returns the condition that a row `delivery` of `webhook_deliveries` belongs to the event whose id is `eventId`, a
 * column: a range of the primary key, because delivery ids start like their event's. `endpointId`: of one endpoint
 * only.
 */
export function ofEvent(
  workspaceId: string,
  eventId: RawBuilder<unknown>,
  endpointId: string | undefined,
): RawBuilder<unknown> {
  const prefix = sql`left(${eventId}::text, 19)`
  return sql`delivery.workspace_id = ${workspaceId}
    and delivery.id between (${prefix} || 'a000-000000000000')::uuid and (${prefix} || 'afff-ffffffffffff')::uuid
    and delivery.event_id = ${eventId}
    ${endpointId === undefined ? sql`` : sql`and delivery.endpoint_id = ${endpointId}`}`
}

/** Returns an event's outcome, an `EventOutcomeName`, as an aggregate of its rows `delivery`. */
export function outcomeOf(): RawBuilder<EventOutcomeName> {
  return sql`case
    when bool_or(delivery.status = 'failed') then 'failed'
    when bool_or(delivery.status = 'pending') then 'pending'
    when bool_or(delivery.status = 'succeeded') then 'delivered'
    when bool_or(delivery.status = 'cancelled') then 'cancelled'
    else 'not_sent' end`
}
