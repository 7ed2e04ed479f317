/** Every status of a webhook delivery. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

/** A status of a webhook delivery. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Every outcome of an event, the gravest first: the gravest of its deliveries decides. */
export const EVENT_OUTCOMES = ['failed', 'pending', 'delivered', 'cancelled', 'not_sent'] as const

/** An outcome of an event. */
export type EventOutcomeName = (typeof EVENT_OUTCOMES)[number]

/** Every kind of delivery that a replay can select; `missing` selects events without a delivery to the endpoint. */
export const REPLAYED_STATUSES = ['failed', 'cancelled', 'succeeded', 'missing'] as const

/** A kind of delivery that a replay can select. */
export type ReplayedStatus = (typeof REPLAYED_STATUSES)[number]

/** Every status of a replay. */
export const REPLAY_STATUSES = ['running', 'paused', 'completed', 'cancelled'] as const

/** A status of a replay. */
export type ReplayStatus = (typeof REPLAY_STATUSES)[number]

/** Every reason why an HTTP request to a customer's address can fail. */
const FETCH_ERRORS = [
  'invalid_url',
  'invalid_request',
  'blocked_target',
  'dns_not_found',
  'dns_failed',
  'connection_refused',
  'connection_failed',
  'connection_closed',
  'certificate_expired',
  'certificate_untrusted',
  'certificate_mismatch',
  'client_certificate_required',
  'client_certificate_refused',
  'tls_failed',
  'invalid_response',
  'timeout',
  'aborted',
] as const

/** A reason why an HTTP request to a customer's address failed. */
export type FetchError = (typeof FETCH_ERRORS)[number]

/** Every reason why an attempt has no bearer token, so that the receiver was not called. */
export const TOKEN_ERRORS = [
  'token_server_blocked',
  'token_server_failed',
  'token_refused',
  'token_invalid',
] as const

/** A reason why an attempt has no bearer token. */
export type TokenError = (typeof TOKEN_ERRORS)[number]

/** Every error code of a webhook attempt. */
export const ATTEMPT_ERRORS = [
  ...FETCH_ERRORS,
  ...TOKEN_ERRORS,
  'redirect_not_followed',
  'unexpected_status',
] as const

/** An error code of a webhook attempt. */
export type AttemptError = (typeof ATTEMPT_ERRORS)[number]

/** Longest description of an endpoint, in characters. */
export const ENDPOINT_DESCRIPTION_CHARACTERS_MAX = 500

/** The limits of an endpoint's custom headers: their number, and characters of a name, of a value and of all. */
export const CUSTOM_HEADERS = {
  max: 20,
  nameCharactersMax: 64,
  valueCharactersMax: 2_000,
  charactersMax: 8_000,
} as const

/** The longest fields of an endpoint's OAuth client, in characters. */
export const OAUTH = {
  clientIdCharactersMax: 500,
  clientSecretCharactersMax: 2_000,
  scopeCharactersMax: 1_000,
} as const

/** The OAuth client of an endpoint, without its secret. */
export type OauthClient = { token_url: string; client_id: string; scope: string | null }

/** The longest texts of an endpoint's certificates and private key in PEM, in characters. */
export const TLS = { certificatesCharactersMax: 16_000, keyCharactersMax: 8_000 } as const

/**
 * The client certificate of an endpoint and the authorities that its receiver's certificate must come from, all PEM,
 * without the private key. `fingerprint` is SHA-256 and `expires_at` a time of the client certificate.
 */
export type TlsSettings = {
  certificate: string | null
  ca: string | null
  subject: string | null
  issuer: string | null
  fingerprint: string | null
  expires_at: string | null
}

/** The days before the end of a client certificate when admins get a notice; the last one is its end. */
export const TLS_NOTICE_DAYS = [30, 7, 0] as const

/** The fewest and the most deliveries that one endpoint receives at the same time. */
export const IN_FLIGHT = { min: 1, max: 100 } as const

/** The deliveries that a new endpoint receives at the same time unless it asks for another number, by its order. */
export const IN_FLIGHT_BY_DEFAULT = { subject: 20, creation: 1, conversation: 1 } as const

/** The lowest and the highest rate limit of an endpoint or a replay, in deliveries per second. */
export const DELIVERY_RATE_LIMIT = { min: 1, max: 10_000 } as const

/** Bytes of a receiver's response body that are stored. */
export const RESPONSE_BYTES_KEPT = 16 * 1024

/** Every order in which an endpoint can receive events: per subject, which is the default, that of their creation, or per conversation. */
export const ENDPOINT_ORDERINGS = ['subject', 'creation', 'conversation'] as const

/** Every filter of an endpoint. */
export const ENDPOINT_FILTERS = [
  'channel_ids',
  'team_ids',
  'tag_ids',
  'assignee_ids',
  'directions',
] as const

/** The name of a filter of an endpoint. */
export type EndpointFilter = (typeof ENDPOINT_FILTERS)[number]

/** The filters of an endpoint: an event must match one value of each. */
export type EndpointFilters = Partial<Record<EndpointFilter, string[]>>

/** The largest number of values of one filter. */
export const FILTER_VALUES_MAX = 100

/** An order in which an endpoint can receive events. */
export type EndpointOrdering = (typeof ENDPOINT_ORDERINGS)[number]

/** Every payload that an endpoint can receive: the resource of the event, or only its id and path. */
export const ENDPOINT_PAYLOADS = ['full', 'thin'] as const

/** A payload that an endpoint can receive. */
export type EndpointPayload = (typeof ENDPOINT_PAYLOADS)[number]
