import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { logSubject } from '#contacts/schema.ts'
import type { WebhookAttempts, WebhookDeliveries, WebhookEndpoints } from '#db/tables/webhooks.ts'
import { Event } from '#events/schema.ts'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from '#shared/event-types.ts'
import { choiceList, createdFilters, timeFilter } from '#lib/lists/list-filters.ts'
import { pageQuery } from '#lib/pagination.ts'
import {
  closedObject,
  describedTime,
  Id,
  nullable,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { MESSAGE_DIRECTIONS } from '#shared/messages.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import {
  ATTEMPT_ERRORS,
  CUSTOM_HEADERS,
  DELIVERY_RATE_LIMIT,
  DELIVERY_STATUSES,
  ENDPOINT_DESCRIPTION_CHARACTERS_MAX,
  ENDPOINT_ORDERINGS,
  ENDPOINT_PAYLOADS,
  FILTER_VALUES_MAX,
  IN_FLIGHT,
} from '#shared/webhooks.ts'
import { CreateOauthBody, EndpointOauth, UpdateOauthBody } from './oauth/schema.ts'
import { EndpointTls, NewTlsBody, TlsBody } from './tls/schema.ts'
import { explainAttemptError } from './explain-attempt-error.ts'

const EventType = Type.Enum([...EVENT_TYPES], { title: 'EventType' })

const DeliveryStatus = Type.Enum([...DELIVERY_STATUSES])

const filterValues = (item: TSchema, description: string) =>
  Type.Optional(
    Type.Unsafe<string[]>(Type.Array(item, { maxItems: FILTER_VALUES_MAX, description })),
  )

const filters = {
  channel_ids: filterValues(Id, 'The channels of the conversation.'),
  tag_ids: filterValues(Id, 'Tags of the conversation or ticket.'),
  assignee_ids: filterValues(
    Type.Union([Id, Type.Literal('none')]),
    'The assignees of the conversation or ticket. `none` means unassigned.',
  ),
  directions: filterValues(
    Type.Enum([...MESSAGE_DIRECTIONS]),
    'The directions of a message: `inbound` or `outbound`.',
  ),
}
const filtersDescription =
  'An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as `directions` to a ticket.'

/** The filters of an endpoint, as a change of it takes them and answers return them. */
const EndpointFilters = Type.Object(filters, {
  title: 'WebhookFilters',
  additionalProperties: false,
  description: filtersDescription,
})

/** The filters of a new endpoint, each of which may be null in the body of the POST request. */
const NewEndpointFilters = Type.Object(filters, {
  title: 'NewWebhookFilters',
  additionalProperties: false,
  description: filtersDescription,
})

const endpointFields = {
  id: Id,
  url: Type.String(),
  description: nullable(Type.String()),
  events: Type.Array(Type.String(), {
    description: 'The event types that the endpoint subscribes to.',
  }),
  status: Type.Enum(['enabled', 'disabled'], {
    description: 'Deliveries of a disabled endpoint stay pending.',
  }),
  disabled_reason: nullable(Type.Enum(['manual', 'failing', 'gone'])),
  disabled_at: nullable(Time),
  failing_since: nullable(Time),
  next_probe_at: nullable(
    describedTime(
      'When an endpoint that was disabled for failing is tested again with a single delivery.',
    ),
  ),
  max_in_flight: Type.Integer({
    description:
      'The number of concurrent deliveries. With 1, deliveries are sent in order of creation.',
  }),
  rate_limit: nullable(
    Type.Integer({ description: 'Deliveries per second. Null means no rate limit.' }),
  ),
  ordering: Type.Enum([...ENDPOINT_ORDERINGS], {
    description:
      '`creation`: in order of creation, but a failed delivery does not block later ones. `conversation`: strictly in order; a failed delivery blocks later ones of the same conversation (or of the same contact, if there is no conversation) until it succeeds or its attempts are used up.',
  }),
  filters: Type.Union([EndpointFilters, Type.Null()], {
    description: 'Which events of these types are delivered. Null means all.',
  }),
  payload: Type.Enum([...ENDPOINT_PAYLOADS], {
    description:
      'What deliveries contain. Pending ones keep the payload with which they were created.',
  }),
  header_names: Type.Array(Type.String(), {
    description: 'The names of its custom headers. Their values are never returned.',
  }),
  oauth: EndpointOauth,
  tls: EndpointTls,
  previous_secret_expires_at: nullable(
    describedTime(
      'When the last previous secret expires. Until then, deliveries are also signed with it.',
    ),
  ),
  created_at: Time,
  updated_at: Time,
}

/** A webhook endpoint as the API returns it, without its secret. */
export const Endpoint = titled('WebhookEndpoint', endpointFields)

/** A webhook endpoint as the API returns it. */
export type Endpoint = Static<typeof Endpoint>

/** The response that contains a signing secret, once. */
export const EndpointWithSecret = titled('WebhookEndpointWithSecret', {
  ...endpointFields,
  secret: Type.String({
    description: 'The signing secret, starting with `whsec_`. Shown only once.',
  }),
})

/** The response that contains a signing secret, once. */
export type EndpointWithSecret = Static<typeof EndpointWithSecret>

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
  status: DeliveryStatus,
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

/** A delivery in a list, with what its event is about. */
export const ListedDelivery = titled('ListedWebhookDelivery', { ...deliveryFields, ...logSubject })

/** A delivery in a list, with what its event is about. */
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
  explanation: Type.Union(
    [Type.Object({ meaning: Type.String(), advice: Type.String() }), Type.Null()],
    { description: 'The meaning of the error and how to fix it.' },
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

// No uniqueItems, because checking it takes seconds for a hostile body. Repetitions are removed when it is stored.
const eventTypes = (description?: string) =>
  Type.Array(EventType, {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    ...(description && { description }),
  })
const url = Type.String({
  minLength: 1,
  maxLength: URL_CHARACTERS_MAX,
  description: 'A URL that starts with http:// or https://.',
})
const description = nullable(Type.String({ maxLength: ENDPOINT_DESCRIPTION_CHARACTERS_MAX }))
const maxInFlight = Type.Integer({
  minimum: IN_FLIGHT.min,
  maximum: IN_FLIGHT.max,
  default: IN_FLIGHT.min,
})
const rateLimit = nullable(
  Type.Integer({ minimum: DELIVERY_RATE_LIMIT.min, maximum: DELIVERY_RATE_LIMIT.max }),
)
const ordering = Type.Enum([...ENDPOINT_ORDERINGS], { default: 'creation' })

const payload = Type.Enum([...ENDPOINT_PAYLOADS], {
  default: 'full',
  description:
    '`full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent.',
})

const headers = Type.Union(
  [
    Type.Record(Type.String(), nullable(Type.String()), {
      maxProperties: 2 * CUSTOM_HEADERS.max,
    }),
    Type.Null(),
  ],
  {
    description: `Custom headers of every delivery, at most ${CUSTOM_HEADERS.max}. A text sets a header, null removes it, others stay; null for \`headers\` removes all. Values are stored encrypted and never returned.`,
  },
)

/** The body of POST /api/developer/webhooks. */
export const CreateEndpointBody = closedObject({
  url,
  events: Type.Optional(eventTypes(`Default: ${DEFAULT_EVENT_TYPES.join(', ')}.`)),
  description: Type.Optional(description),
  max_in_flight: Type.Optional(maxInFlight),
  rate_limit: Type.Optional(rateLimit),
  ordering: Type.Optional(ordering),
  filters: Type.Optional(Type.Union([NewEndpointFilters, Type.Null()])),
  headers: Type.Optional(headers),
  oauth: Type.Optional(CreateOauthBody),
  tls: Type.Optional(NewTlsBody),
  payload: Type.Optional(payload),
})

/** The body of PATCH /api/developer/webhooks/{id}. */
export const UpdateEndpointBody = closedObject({
  url: Type.Optional(url),
  events: Type.Optional(eventTypes()),
  description: Type.Optional(description),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
  max_in_flight: Type.Optional(maxInFlight),
  rate_limit: Type.Optional(rateLimit),
  ordering: Type.Optional(ordering),
  filters: Type.Optional(Type.Union([EndpointFilters, Type.Null()])),
  headers: Type.Optional(headers),
  oauth: Type.Optional(UpdateOauthBody),
  tls: Type.Optional(TlsBody),
  payload: Type.Optional(payload),
})

/** The body of POST /api/developer/webhooks/{id}/rotate-secret. */
export const RotateSecretBody = closedObject({
  expire_now: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Ends all previous secrets immediately instead of after 24 hours.',
    }),
  ),
})

/** The body of POST /api/developer/webhooks/{id}/test. */
export const TestEndpointBody = closedObject({
  event_type: Type.Optional(Type.Enum([...EVENT_TYPES], { default: 'message.received' })),
})

const deliveryFilters = {
  ...pageQuery,
  status: choiceList(DELIVERY_STATUSES),
  type: choiceList(EVENT_TYPES, 'Deliveries of events of one or more'),
  event_type: choiceList(EVENT_TYPES, 'Alias of `type`: one or more'),
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
export const ListEndpointDeliveriesQuery = Type.Object(deliveryFilters, {
  additionalProperties: false,
})

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

/** Converts a row of `webhook_endpoints` to the API's endpoint. */
export function toEndpoint(row: Selectable<WebhookEndpoints>): Endpoint {
  return pickFields(Endpoint, {
    ...row,
    next_probe_at: row.status === 'disabled' ? row.probe_at : null,
  })
}

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
