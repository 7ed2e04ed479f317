import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { WebhookReplays } from '#db/tables/webhook-replays.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { pageQuery } from '#lib/page.ts'
import {
  closedObject,
  Id,
  idText,
  nullable,
  pickFields,
  Time,
  timeText,
  titled,
} from '#lib/schemas.ts'
import { DELIVERY_RATE_LIMIT, REPLAYED_STATUSES, REPLAY_STATUSES } from '#shared/webhooks.ts'
import type { ReplayedStatus } from '#shared/webhooks.ts'
import { Delivery } from '../deliveries/schema.ts'

const replayFields = {
  id: Id,
  endpoint_id: Id,
  types: nullable(
    Type.Array(Type.String(), {
      description:
        'Null selects all event types. For missing events, null selects the types that the endpoint subscribes to.',
    }),
  ),
  statuses: Type.Array(Type.Enum([...REPLAYED_STATUSES])),
  since: nullable(Time),
  until: Time,
  rate_limit: nullable(
    Type.Integer({ description: 'Deliveries per second. Null means no rate limit.' }),
  ),
  status: Type.Enum([...REPLAY_STATUSES]),
  paused_reason: nullable(
    Type.Enum(['manual', 'endpoint_disabled'], {
      description:
        '`endpoint_disabled`: the replay continues automatically once the endpoint is enabled.',
    }),
  ),
  total: Type.Integer({
    description: 'The number of matching deliveries when the replay was created.',
  }),
  offered: Type.Integer({ description: 'The number of deliveries queued so far.' }),
  created_by: Type.Object({ type: Type.String(), id: nullable(Id) }),
  created_at: Time,
  updated_at: Time,
  completed_at: nullable(Time),
}

/** A replay as the API returns it. */
export const Replay = titled('WebhookReplay', replayFields)

/** A replay as the API returns it. */
export type Replay = Static<typeof Replay>

const count = Type.Integer()

/** A replay with the results of the deliveries that it queued. */
export const ReplayWithProgress = titled('WebhookReplayWithProgress', {
  ...replayFields,
  deliveries: Type.Object(
    { pending: count, succeeded: count, failed: count, cancelled: count },
    {
      description:
        'The outcomes of the deliveries that this replay queued. A delivery that a later replay queued again counts for that replay.',
    },
  ),
})

/** A replay with the results of the deliveries that it queued. */
export type ReplayWithProgress = Static<typeof ReplayWithProgress>

/** The response to a dry run: what a replay would queue. */
export const ReplayCount = titled('WebhookReplayCount', {
  count: Type.Integer(),
  oldest: nullable(Time),
  newest: nullable(Time),
})

/** The number of deliveries a replay would queue, and the times of their first and last event. */
export type ReplayCount = Static<typeof ReplayCount>

const status = Type.Enum([...REPLAYED_STATUSES])

/** The body of POST /api/developer/webhooks/{id}/replay. */
export const ReplayBody = closedObject({
  types: Type.Optional(
    Type.Array(Type.Enum([...EVENT_TYPES], { title: 'EventType' }), {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
    }),
  ),
  since: Type.Optional(timeText('Only events at or after this time.')),
  until: Type.Optional(timeText('Only events before this time. Defaults to now.')),
  statuses: Type.Optional(
    Type.Array(status, {
      minItems: 1,
      maxItems: REPLAYED_STATUSES.length,
      description:
        'Defaults to `failed` and `cancelled`. `missing` selects events without a delivery to the endpoint.',
    }),
  ),
  status: Type.Optional(Type.Enum([...REPLAYED_STATUSES], { description: 'Only one status.' })),
  rate_limit: Type.Optional(
    Type.Integer({
      minimum: DELIVERY_RATE_LIMIT.min,
      maximum: DELIVERY_RATE_LIMIT.max,
      description: 'Deliveries per second. No rate limit by default.',
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only counts the deliveries. Nothing is changed.',
    }),
  ),
})

/** The query of GET /api/developer/webhooks/replays. */
export const ListReplaysQuery = closedObject({
  ...pageQuery,
  endpoint_id: Type.Optional(Id),
  status: Type.Optional(
    Type.Enum([...REPLAY_STATUSES], { description: 'Only replays with this status.' }),
  ),
})

/** The body of POST …/events/{id}/resend. */
export const ResendBody = closedObject({
  endpoint_id: Type.Optional(
    idText(
      'Only this endpoint, regardless of its subscribed events. By default, all enabled endpoints that have a delivery of the event or subscribe to its type.',
    ),
  ),
})

/** The response to a resend. */
export const Resent = titled('ResentEvent', { deliveries: Type.Array(Delivery) })

/** The response to a resend. */
export type Resent = Static<typeof Resent>

/** Converts a row of `webhook_replays` to the API's replay. */
export function toReplay(row: Selectable<WebhookReplays>): Replay {
  return pickFields(Replay, {
    ...row,
    types: row.event_types,
    statuses: row.statuses as ReplayedStatus[],
    created_by: { type: row.created_by_type, id: row.created_by_id },
  })
}
