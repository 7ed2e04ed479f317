import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'
import type {
  DeliveryStatus,
  EndpointFilters,
  EndpointOrdering,
  EndpointPayload,
  OauthClient,
  TlsSettings,
} from '#shared/webhooks.ts'
import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `webhook_endpoints`; the secrets are encrypted. */
export type WebhookEndpoints = {
  workspace_id: string
  id: string
  url: string
  description: string | null
  events: string[]
  status: Defaulted<'enabled' | 'disabled'>
  disabled_reason: 'manual' | 'failing' | 'gone' | null
  disabled_at: Date | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_expires_at: Date | null
  max_in_flight: Defaulted<number>
  rate_limit: number | null
  ordering: Defaulted<EndpointOrdering>
  failing_since: Date | null
  probe_at: Date | null
  probe_count: Defaulted<number>
  recovered_at: Date | null
  filters: ColumnType<EndpointFilters | null, string | null, string | null>
  header_names: Defaulted<string[]>
  custom_headers: Buffer | null
  oauth: ColumnType<OauthClient | null, string | null, string | null>
  oauth_secret: Buffer | null
  tls: ColumnType<TlsSettings | null, string | null, string | null>
  tls_key: Buffer | null
  tls_warn_at: Date | null
  requeues: Defaulted<number>
  payload: Defaulted<EndpointPayload>
  created_at: Date
  updated_at: Date
}

/** Rows of `webhook_endpoint_changes`: what an endpoint was from `changed_at` on. */
export type WebhookEndpointChanges = {
  workspace_id: string
  id: string
  endpoint_id: string
  url: string
  events: string[]
  status: 'enabled' | 'disabled' | 'deleted'
  disabled_reason: string | null
  actor_type: ActorType
  actor_id: string | null
  changed_at: Date
  filters: ColumnType<EndpointFilters | null, string | null, string | null>
}

/** Rows of `webhook_deliveries`. */
export type WebhookDeliveries = {
  workspace_id: string
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  position: Bigint
  test_body: string | null
  is_thin: Defaulted<boolean>
  ordering_key: string | null
  held: Defaulted<boolean>
  replay_id: string | null
  status: Defaulted<DeliveryStatus>
  attempt_count: Defaulted<number>
  attempts_max: Defaulted<number>
  next_attempt_at: Date | null
  last_response_status: number | null
  last_error: string | null
  created_at: Date
  completed_at: Date | null
}

/** Rows of `webhook_attempts`. */
export type WebhookAttempts = {
  workspace_id: string
  delivery_id: string
  number: number
  started_at: Date
  duration_ms: number
  request_headers: ColumnType<Record<string, string>, string, string>
  response_status: number | null
  response_headers: ColumnType<Record<string, string> | null, string | null, string | null>
  response_body: string | null
  error: string | null
  timings: ColumnType<Record<string, number> | null, string | null, string | null>
}
