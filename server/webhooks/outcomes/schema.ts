import { Type } from 'typebox'
import type { Static } from 'typebox'
import { logSubject } from '#contacts/schema.ts'
import { Event } from '#events/schema.ts'
import { pageQuery } from '#lib/page.ts'
import {
  closedObject,
  describedTime,
  Id,
  limitedText,
  nullable,
  Time,
  timeText,
  titled,
} from '#lib/schemas.ts'
import { ENDPOINT_FILTERS, EVENT_OUTCOMES, DELIVERY_STATUSES } from '#shared/webhooks.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'

/** Why an event was not delivered to an endpoint, or to any: `code` for programs, `message` for people. */
export const ABSENCES = [
  'no_endpoint',
  'not_subscribed',
  'filtered',
  'disabled',
  'created_later',
  'deleted_before',
  'changed_meanwhile',
  'unknown',
] as const

/** Why an event was not delivered, as a stable word. */
export type AbsenceCode = (typeof ABSENCES)[number]

const deliveryStatus = Type.Enum([...DELIVERY_STATUSES])
const Reason = titled('NotSentReason', { code: Type.Enum([...ABSENCES]), message: Type.String() })

/** Why an event was not delivered. */
export type Reason = Static<typeof Reason>

const deliveryFields = {
  id: Id,
  endpoint_id: Id,
  status: deliveryStatus,
  attempt_count: Type.Integer(),
  last_error: nullable(Type.String()),
  next_attempt_at: nullable(Time),
}

const eventFields = {
  id: Id,
  type: Type.String(),
  created_at: Time,
  outcome: Type.Enum([...EVENT_OUTCOMES], {
    description:
      '`failed`: at least one delivery failed for good. `pending`: at least one delivery is pending or in progress. `delivered`: all deliveries succeeded. `cancelled`: no delivery succeeded, because the endpoints were deleted or disabled for too long. `not_sent`: the event was not delivered to any endpoint.',
  }),
}

/** An event with its outcome, as the list returns it. */
export const EventOutcome = titled('EventOutcome', {
  ...eventFields,
  ...logSubject,
  reason: nullable(Reason, 'Why the event was not delivered to any endpoint. Null otherwise.'),
  delivery_count: Type.Integer(),
  deliveries: Type.Array(Type.Object(deliveryFields), {
    description: 'At most 20 deliveries, those that need attention first.',
  }),
})

/** An event with its outcome, as the list returns it. */
export type EventOutcome = Static<typeof EventOutcome>

const By = Type.Object({
  type: Type.Enum([...ACTOR_TYPES]),
  id: nullable(Id),
  name: nullable(Type.String()),
})

/** The actor who changed an endpoint; `name` for a current member. */
export type By = Static<typeof By>

const EndpointOutcome = titled('EndpointOutcome', {
  endpoint: Type.Object({
    id: Id,
    url: Type.String({ description: "The endpoint's URL when the event was recorded." }),
    status: Type.Enum(['enabled', 'disabled', 'deleted'], {
      description: "The endpoint's current state.",
    }),
  }),
  delivery: nullable(Type.Object(deliveryFields)),
  reason: nullable(Type.Enum([...ABSENCES]), 'Why there is no delivery.'),
  message: Type.String({ description: 'The outcome at this endpoint, as a sentence.' }),
  since: nullable(Time),
  by: nullable(By),
  excluded_by: nullable(
    Type.Enum([...ENDPOINT_FILTERS]),
    'The filter that excludes the event. Null without one, or if the conversation has changed since.',
  ),
  asked_then: nullable(Type.Array(Type.String())),
  asks_now: nullable(Type.Array(Type.String())),
})

/** An event's outcome at one endpoint. */
export type EndpointOutcome = Static<typeof EndpointOutcome>

/** An event with its body and its outcome at every endpoint. */
export const EventOutcomeDetail = titled('EventOutcomeDetail', {
  ...eventFields,
  message: Type.String({ description: 'The outcome as a sentence.' }),
  payload: Event,
  endpoints: Type.Array(EndpointOutcome),
})

/** An event with its body and its outcome at every endpoint. */
export type EventOutcomeDetail = Static<typeof EventOutcomeDetail>

/** The query of GET /api/developer/events. */
export const ListEventOutcomesQuery = closedObject({
  ...pageQuery,
  types: Type.Optional(limitedText(500, 'Event types, separated by commas.')),
  outcome: Type.Optional(
    limitedText(100, `One or more of ${EVENT_OUTCOMES.join(', ')}, separated by commas.`),
  ),
  endpoint_id: Type.Optional({
    ...Id,
    description: 'Only outcomes at this endpoint.',
  }),
  since: Type.Optional(timeText('Created at or after this time.')),
  until: Type.Optional(timeText('Created before this time.')),
})

const percentile = nullable(
  Type.Integer({ description: 'The duration of an attempt in milliseconds.' }),
)

const counts = {
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  pending: Type.Integer(),
  cancelled: Type.Integer(),
}

const HealthWindow = Type.Object({
  since: describedTime(
    'The start of the counted period. Later than the start of the window if there are too many deliveries to count.',
  ),
  is_whole: Type.Boolean({ description: 'Whether the whole window was counted.' }),
  deliveries: Type.Object(counts),
  buckets: Type.Array(Type.Object({ since: Time, ...counts }), {
    description: 'The window in equal parts, oldest first: 24 of one hour, or 28 of six hours.',
  }),
  success_rate: nullable(
    Type.Number({
      description:
        'From 0 to 1: the share of delivered among finished deliveries. Null if none finished.',
    }),
  ),
  duration_ms: Type.Object({ p50: percentile, p95: percentile }),
})

/** The health of an endpoint: the last 24 hours and 7 days, and its backlog. */
export const EndpointHealth = titled('WebhookEndpointHealth', {
  endpoint_id: Id,
  status: Type.Enum(['enabled', 'disabled']),
  disabled_reason: nullable(Type.Enum(['manual', 'failing', 'gone'])),
  disabled_at: nullable(Time),
  failing_since: nullable(Time),
  next_probe_at: nullable(Time),
  message: Type.String({ description: 'The state of the endpoint, as a sentence.' }),
  pending: Type.Object({
    count: Type.Integer(),
    is_exact: Type.Boolean({ description: 'False if there are more than were counted.' }),
    oldest_created_at: nullable(Time),
    next_attempt_at: nullable(Time),
  }),
  last_24_hours: HealthWindow,
  last_7_days: HealthWindow,
})

/** The health of an endpoint. */
export type EndpointHealth = Static<typeof EndpointHealth>
