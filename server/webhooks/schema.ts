import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { WebhookEndpoints } from '#db/tables/webhook-endpoints.ts'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from '#shared/event-types.ts'
import {
  closedObject,
  describedTime,
  filledText,
  Id,
  nullable,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { MESSAGE_DIRECTIONS } from '#shared/messages.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import {
  CUSTOM_HEADERS,
  DELIVERY_RATE_LIMIT,
  ENDPOINT_DESCRIPTION_CHARACTERS_MAX,
  ENDPOINT_ORDERINGS,
  ENDPOINT_PAYLOADS,
  FILTER_VALUES_MAX,
  IN_FLIGHT,
  IN_FLIGHT_BY_DEFAULT,
} from '#shared/webhooks.ts'
import { CreateOauthBody, EndpointOauth, UpdateOauthBody } from './oauth/schema.ts'
import { EndpointTls, NewTlsBody, TlsBody } from './tls/schema.ts'

const EventType = Type.Enum([...EVENT_TYPES], { title: 'EventType' })

const filterValues = (item: TSchema, description: string) =>
  Type.Optional(
    Type.Unsafe<string[]>(Type.Array(item, { maxItems: FILTER_VALUES_MAX, description })),
  )

const filters = {
  channel_ids: filterValues(Id, 'The channels of the conversation.'),
  team_ids: filterValues(
    Type.Union([Id, Type.Literal('none')]),
    'The teams of the conversation or ticket. `none` means without a team.',
  ),
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

/** The filters of an endpoint, as a change of it takes them and answers return them. */
const EndpointFilters = filtersTitled('WebhookFilters')

/** The filters of a new endpoint, each of which may be null in the body of the POST request. */
const NewEndpointFilters = filtersTitled('NewWebhookFilters')

function filtersTitled(title: string) {
  return closedObject(filters, {
    title,
    description:
      'An event is delivered if it matches one value of each filter. A filter does not apply to events without its property, such as `directions` to a ticket.',
  })
}

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
    description: 'The number of concurrent deliveries. `creation` keeps the order only with 1.',
  }),
  rate_limit: nullable(
    Type.Integer({ description: 'Deliveries per second. Null means no rate limit.' }),
  ),
  ordering: Type.Enum([...ENDPOINT_ORDERINGS], {
    description:
      '`subject`: events of one conversation, contact or ticket in order, others at the same time. `creation`: all in order of creation. With both, a failed delivery does not block later ones, and its retries arrive late. `conversation`: events of one conversation, or else of one contact, in order; a failed delivery blocks the later ones until it succeeds or its attempts are used up.',
  }),
  filters: nullable(EndpointFilters, 'Which events of these types are delivered. Null means all.'),
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

// No uniqueItems, because checking it takes seconds for a hostile body. Repetitions are removed when it is stored.
const eventTypes = (description?: string) =>
  Type.Array(EventType, {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    ...(description && { description }),
  })
const url = filledText(URL_CHARACTERS_MAX, 'A URL that starts with http:// or https://.')
const description = nullable(Type.String({ maxLength: ENDPOINT_DESCRIPTION_CHARACTERS_MAX }))
const maxInFlight = Type.Integer({
  minimum: IN_FLIGHT.min,
  maximum: IN_FLIGHT.max,
  description: `The number of concurrent deliveries. Default: ${IN_FLIGHT_BY_DEFAULT.subject} with \`ordering: subject\`, else ${IN_FLIGHT_BY_DEFAULT.creation}.`,
})
const rateLimit = nullable(
  Type.Integer({ minimum: DELIVERY_RATE_LIMIT.min, maximum: DELIVERY_RATE_LIMIT.max }),
)
const ordering = Type.Enum([...ENDPOINT_ORDERINGS], { default: 'subject' })

const payload = Type.Enum([...ENDPOINT_PAYLOADS], {
  default: 'full',
  description:
    '`full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent.',
})

const headers = nullable(
  Type.Record(Type.String(), nullable(Type.String()), {
    maxProperties: 2 * CUSTOM_HEADERS.max,
  }),
  `Custom headers of every delivery, at most ${CUSTOM_HEADERS.max}. A text sets a header, null removes it, others stay; null for \`headers\` removes all. Values are stored encrypted and never returned.`,
)

/** The body of POST /api/developer/webhooks. */
export const CreateEndpointBody = closedObject({
  url,
  events: Type.Optional(eventTypes(`Default: ${DEFAULT_EVENT_TYPES.join(', ')}.`)),
  description: Type.Optional(description),
  max_in_flight: Type.Optional(maxInFlight),
  rate_limit: Type.Optional(rateLimit),
  ordering: Type.Optional(ordering),
  filters: Type.Optional(nullable(NewEndpointFilters)),
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
  filters: Type.Optional(nullable(EndpointFilters)),
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

/** Converts a row of `webhook_endpoints` to the API's endpoint. */
export function toEndpoint(row: Selectable<WebhookEndpoints>): Endpoint {
  return pickFields(Endpoint, {
    ...row,
    next_probe_at: row.status === 'disabled' ? row.probe_at : null,
  })
}
