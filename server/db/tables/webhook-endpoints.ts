import type { ActorType } from '#shared/actors.ts'
import type {
  DeliveryStatus,
  EndpointFilters,
  EndpointOrdering,
  EndpointPayload,
  OauthClient,
  TlsSettings,
} from '#shared/webhooks.ts'
import { boolean, bytes, json, number, text, texts, time, uuid, word } from '../column.ts'
import { contactTable, tenantTable } from '../table.ts'

/** The table `webhook_endpoints`; the secrets are encrypted. */
export const webhook_endpoints = tenantTable({
  visibleBy: { everybody: 'settings of endpoints' },
  rows: 'few',
  withoutContacts: 'settings of endpoints',
}).columns({
  id: uuid(),
  url: text(),
  description: text().nullable(),
  events: texts(),
  status: word<'enabled' | 'disabled'>().defaulted(),
  disabled_reason: word<'manual' | 'failing' | 'gone'>().nullable(),
  disabled_at: time().nullable(),
  secret: bytes().secret('webhook_secret'),
  previous_secret: bytes().nullable().secret('webhook_secret'),
  previous_secret_expires_at: time().nullable(),
  max_in_flight: number().defaulted(),
  rate_limit: number().nullable(),
  ordering: word<EndpointOrdering>().defaulted(),
  failing_since: time().nullable(),
  probe_at: time().nullable(),
  probe_count: number().defaulted(),
  recovered_at: time().nullable(),
  filters: json<EndpointFilters>().nullable(),
  header_names: texts().defaulted(),
  custom_headers: bytes().nullable().secret('webhook_headers'),
  oauth: json<OauthClient>().nullable(),
  oauth_secret: bytes().nullable().secret('webhook_oauth'),
  tls: json<TlsSettings>().nullable(),
  tls_key: bytes().nullable().secret('webhook_tls'),
  tls_warn_at: time().nullable(),
  requeues: number().defaulted(),
  payload: word<EndpointPayload>().defaulted(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `webhook_endpoints`. */
export type WebhookEndpoints = typeof webhook_endpoints.row

/** States of an endpoint, each from `changed_at` on. */
export const webhook_endpoint_changes = tenantTable({
  visibleBy: { everybody: 'settings of endpoints' },
  rows: 'many',
  withoutContacts: 'settings of endpoints',
}).columns({
  id: uuid(),
  endpoint_id: uuid(),
  url: text(),
  events: texts(),
  status: word<'enabled' | 'disabled' | 'deleted'>(),
  disabled_reason: text().nullable(),
  actor_type: word<ActorType>(),
  actor_id: uuid().nullable(),
  changed_at: time(),
  filters: json<EndpointFilters>().nullable(),
})

/** Deliveries of events to endpoints. */
export const webhook_deliveries = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  partitionedBy: 'id',
  erase: 'events',
}).columns({
  id: uuid().exported(),
  endpoint_id: uuid().exported(),
  event_id: uuid().exported(),
  event_type: word().unexported(),
  position: number().unexported(),
  test_body: text().nullable().impersonal('an invented contact').unexported(),
  is_thin: boolean().defaulted().exported(),
  ordering_key: text().nullable().personal().exported(),
  held: boolean().defaulted().unexported(),
  replay_id: uuid().nullable().unexported(),
  status: word<DeliveryStatus>().defaulted().exported(),
  attempt_count: number().defaulted().exported(),
  attempts_max: number().defaulted().unexported(),
  next_attempt_at: time().nullable().unexported(),
  last_response_status: number().nullable().unexported(),
  last_error: text().nullable().personal().exported(),
  created_at: time().exported(),
  completed_at: time().nullable().exported(),
})

/** Rows of `webhook_deliveries`. */
export type WebhookDeliveries = typeof webhook_deliveries.row

/** Attempts of deliveries. */
export const webhook_attempts = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  partitionedBy: 'delivery_id',
  erase: 'events',
}).columns({
  delivery_id: uuid().exported(),
  number: number().exported(),
  started_at: time().exported(),
  duration_ms: number().exported(),
  request_headers: json<Record<string, string>>().personal().exported(),
  response_status: number().nullable().exported(),
  response_headers: json<Record<string, string>>().nullable().personal().exported(),
  response_body: text().nullable().personal().exported(),
  error: text().nullable().personal().exported(),
  timings: json<Record<string, number>>().nullable().personal().exported(),
})

/** Rows of `webhook_attempts`. */
export type WebhookAttempts = typeof webhook_attempts.row
