import { sql } from 'kysely'
import type { WokenLane } from '#db/context.ts'
import type { Cause } from '#lib/cause.ts'
import { itemAt } from '#lib/item-at.ts'
import type { EventType } from '#shared/event-types.ts'

/** A delivery that was just committed, and was never attempted. */
type HandedDelivery = {
  id: string
  eventId: string
  eventType: EventType
  /** The body of the event. */
  body: string
  cause: Cause | undefined
}

/**
 * The deliveries of one endpoint that a transaction has committed, in order. Their positions are after `after`, up to
 * `last`; the endpoint was changed last at `endpointUpdatedAt`.
 */
export type HandedDeliveries = {
  deliveries: HandedDelivery[]
  isThin: boolean
  after: number
  last: number
  endpointUpdatedAt: Date
}

/** Most deliveries of an endpoint that a transaction hands to a turn: more are read by a poll. */
const HANDED_MAX = 16

/**
 * An endpoint with new deliveries; without `ids` there are too many, or it is not delivered to at once. `base` is the
 * position before the events. Without an endpoint: a workspace whose teams may assign conversations after the events.
 */
export type WokenEndpoint = {
  workspace_id: string
  endpoint_id: string | null
  ids: string[] | null
  event_ids: string[] | null
  is_thin: boolean
  updated_at: Date | string | null
  base: number
}

/** Reads the endpoints with new deliveries, and the workspaces whose teams may assign, after `eventCtes`. */
export const wokenEndpoints = sql`
  select workspace_id, endpoint_id, is_thin, updated_at, base,
    case when is_steady and count(*) <= ${sql.lit(HANDED_MAX)} then array_agg(id) end as ids,
    case when is_steady and count(*) <= ${sql.lit(HANDED_MAX)} then array_agg(event_id) end as event_ids
  from wanted
  group by workspace_id, endpoint_id, is_thin, updated_at, base, is_steady
  union all
  select workspace_id, null, false, null, base, null, null from based where is_assigning`

/**
 * Returns the lane to wake: of the assignment, or of an endpoint with its deliveries of the events `made`, which are all that were recorded in its
 * workspace, in order.
 */
export function toWokenEndpoint(
  {
    workspace_id: workspaceId,
    endpoint_id: targetId,
    ids,
    event_ids: eventIds,
    is_thin: isThin,
    updated_at,
    base,
  }: WokenEndpoint,
  made: { id: string; type: EventType; body: string; cause: Cause | undefined }[],
): WokenLane {
  if (targetId === null) return { kind: 'assign', workspaceId, targetId: workspaceId }
  const lane = { kind: 'webhook', workspaceId, targetId } as const
  if (!ids || !eventIds || !updated_at) return lane
  const idOf = new Map(eventIds.map((eventId, index) => [eventId, itemAt(ids, index)]))
  const deliveries = made.flatMap(({ id: eventId, type, body, cause }) => {
    const deliveryId = idOf.get(eventId)
    return deliveryId === undefined
      ? []
      : [{ id: deliveryId, eventId, eventType: type, body, cause }]
  })
  const last = base + made.length
  const handed: HandedDeliveries = {
    deliveries,
    isThin,
    after: base,
    last,
    endpointUpdatedAt: new Date(updated_at),
  }
  return { ...lane, handed }
}
