import { sql } from 'kysely'
import type { WokenLane } from '#db/context.ts'
import type { Cause } from '#lib/cause.ts'
import { itemAt } from '#lib/item-at.ts'
import { FOLLOWED_EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType, FollowerKind } from '#shared/event-types.ts'

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
 * position before the events. Without an endpoint: what follows the events of the workspace.
 */
export type WokenEndpoint = {
  workspace_id: string
  endpoint_id: string | null
  ids: string[] | null
  event_ids: string[] | null
  is_thin: boolean
  updated_at: Date | string | null
  base: number
  followers: FollowerKind[] | null
}

/** Reads the endpoints with new deliveries, and the followers of the workspaces, after `eventCtes`. */
export const wokenEndpoints = sql`
  select workspace_id, endpoint_id, is_thin, updated_at, base, null::text[] as followers,
    case when is_steady and count(*) <= ${sql.lit(HANDED_MAX)} then array_agg(id) end as ids,
    case when is_steady and count(*) <= ${sql.lit(HANDED_MAX)} then array_agg(event_id) end as event_ids
  from wanted
  group by workspace_id, endpoint_id, is_thin, updated_at, base, is_steady
  union all
  select workspace_id, null, false, null, base, followers, null, null from based where followers <> '{}'`

/** An event that was recorded. */
type Made = { id: string; type: EventType; body: string; cause: Cause | undefined }

/**
 * Returns the lanes to wake: that of an endpoint with its deliveries of the events `made`, which are all that were recorded in its
 * workspace, in order; or those of the followers that act on one of these events.
 */
export function toWokenLanes(woken: WokenEndpoint, made: Made[]): WokenLane[] {
  const { workspace_id: workspaceId, endpoint_id: targetId, followers } = woken
  if (targetId !== null) return [toWokenEndpoint(woken, { targetId, made })]
  return (followers ?? []).flatMap((kind) => {
    const types: readonly EventType[] = FOLLOWED_EVENT_TYPES[kind]
    const isWoken = made.some(({ type }) => types.includes(type))
    return isWoken ? [{ kind, workspaceId, targetId: workspaceId }] : []
  })
}

function toWokenEndpoint(
  {
    workspace_id: workspaceId,
    ids,
    event_ids: eventIds,
    is_thin: isThin,
    updated_at,
    base,
  }: WokenEndpoint,
  { targetId, made }: { targetId: string; made: Made[] },
): WokenLane {
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
