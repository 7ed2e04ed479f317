import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { logSubject } from '#contacts/schema.ts'
import type { WebhookAttempts, WebhookDeliveries } from '#db/tables/webhook-endpoints.ts'
import { Event } from '#events/schema.ts'
import { choiceList, createdFilters, timeFilter } from '#lib/lists/list-filters.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { ATTEMPT_ERRORS, DELIVERY_STATUSES } from '#shared/webhooks.ts'
import { explainAttemptError } from '../explain-attempt-error.ts'

const deliveryFields = {
  id: Id,
  endpoint_id: Id,
  event_id: Id,
  event_type: Type.String(),
  test: Type.Boolean(),
  thin: Type.Boolean({
    description:
      'Whether it contains only ids. Every attempt and replay of it sends the same bytes.',
  }),
  status: Type.Enum([...DELIVERY_STATUSES]),
  attempt_count: Type.Integer(),
  next_attempt_at: nullable(Time),
  last_response_status: nullable(Type.Integer()),
  last_error: nullable(Type.String()),
  held: Type.Boolean({
    description:
      'Whether the delivery is blocked by an earlier one of the same conversation, for endpoints with strict order.',
  }),
  created_at: Time,
  completed_at: nullable(Time),
}

/** A delivery as the API returns it. */
export const Delivery = titled('WebhookDelivery', deliveryFields)

/** A delivery as the API returns it. */
export type Delivery = Static<typeof Delivery>

/** A delivery in a list, with the duration of its last attempt and what its event is about. */
export const ListedDelivery = titled('ListedWebhookDelivery', {
  ...deliveryFields,
  last_duration_ms: nullable(Type.Integer(), 'The duration of the last attempt.'),
  ...logSubject,
})

/** A delivery in a list, with the duration of its last attempt and what its event is about. */
export type ListedDelivery = Static<typeof ListedDelivery>

/** An attempt of a delivery as the API returns it. `timings` in ms; null for a step that did not happen. */
export const Attempt = titled('WebhookAttempt', {
  number: Type.Integer(),
  started_at: Time,
  duration_ms: Type.Integer(),
  request_headers: Type.Record(Type.String(), Type.String()),
  response_status: nullable(Type.Integer()),
  response_headers: nullable(Type.Record(Type.String(), Type.String())),
  response_body: nullable(Type.String({ description: 'The first 16 KiB of the response body.' })),
  error: nullable(
    Type.String({
      description: `A stable error code, null for a success. One of ${ATTEMPT_ERRORS.join(', ')}.`,
    }),
  ),
  explanation: nullable(
    Type.Object({ meaning: Type.String(), advice: Type.String() }),
    'The meaning of the error and how to fix it.',
  ),
  timings: nullable(
    Type.Record(Type.String(), nullable(Type.Number()), {
      description:
        'The ms of each step: `dns`, `connect`, `tls`, `first_byte` and `total`, null for a step that did not happen. `paused` is present if Parley itself did not run for a part of the attempt; the receiver had that much longer to respond.',
    }),
  ),
})

/** An attempt of a delivery as the API returns it. */
export type Attempt = Static<typeof Attempt>

/** A delivery with its attempts, oldest first, and its body. */
export const DeliveryWithAttempts = titled('WebhookDeliveryWithAttempts', {
  ...deliveryFields,
  attempts: Type.Array(Attempt),
  payload: nullable(Event),
  request_body: nullable(
    Type.String({
      description: 'The body exactly as it is signed and sent. Null once it is deleted.',
    }),
  ),
})

/** A delivery with its attempts and its payload. */
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>

const deliveryFilters = {
  ...pageQuery,
  status: choiceList(DELIVERY_STATUSES),
  type: choiceList(EVENT_TYPES, 'Deliveries of events of one or more', { title: 'EventType' }),
  event_type: choiceList(EVENT_TYPES, 'Alias of `type`: one or more', { title: 'EventType' }),
  error: choiceList(ATTEMPT_ERRORS, 'The last attempt ended with one or more'),
  ...createdFilters,
  since: timeFilter('Alias of `created_after`.'),
  until: timeFilter('Alias of `created_before`.'),
}

/** The query of GET /api/developer/webhooks/deliveries. */
export const ListDeliveriesQuery = closedObject({
  ...deliveryFilters,
  endpoint_id: Type.Optional(Id),
  event_id: Type.Optional(Id),
})

/** The query of GET /api/v1/webhooks/{id}/deliveries. */
export const ListEndpointDeliveriesQuery = closedObject(deliveryFilters)

/** A ready command that repeats a delivery. */
export const DeliveryCommand = titled('WebhookDeliveryCommand', {
  command: Type.String({
    description: 'A command for a POSIX shell. Receivers accept its signature for 5 minutes.',
  }),
  signed_at: Time,
  valid_until: Time,
})

/** A ready command that repeats a delivery. */
export type DeliveryCommand = Static<typeof DeliveryCommand>

/** Converts a row of `webhook_deliveries` to the API's delivery. */
export function toDelivery(row: Selectable<WebhookDeliveries>): Delivery {
  return pickFields(Delivery, {
    ...row,
    test: row.test_body !== null,
    thin: row.is_thin,
    held: row.held && row.status === 'pending',
  })
}

/** Converts a row of `webhook_attempts` to the API's attempt. */
export function toAttempt(row: Selectable<WebhookAttempts>): Attempt {
  const { firstByte, ...timings } = row.timings ?? {}
  return pickFields(Attempt, {
    ...row,
    explanation: explainAttemptError(row.error, row.response_status) ?? null,
    timings: row.timings && { ...timings, first_byte: firstByte ?? null },
  })
}
