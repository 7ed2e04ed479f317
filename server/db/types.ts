import type { ColumnType, Generated } from 'kysely'

/** A column of the database that has a default: it may be left out of an insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

/** bigint: read as a number (positions and counters stay far below 2^53), written as one. */
type Bigint = number

/** Rows of `workspaces`. */
export type Workspaces = {
  id: string
  name: string
  slug: string
  unmatched_phone: Defaulted<'reject' | 'first_conversation'>
  default_country: Defaulted<string>
  retention_days: Defaulted<number>
  created_at: Date
}

/** Rows of `users`: the people who sign in. */
export type Users = {
  id: string
  name: string
  email: string
  email_verified: Defaulted<boolean>
  image: string | null
  created_at: Date
  updated_at: Date
}

/** Rows of `sessions`; `workspace_id` is the workspace that the session acts on. */
export type Sessions = {
  id: string
  user_id: string
  token: string
  workspace_id: string | null
  ip_address: string | null
  user_agent: string | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** Rows of `accounts`: how a user signs in. */
export type Accounts = {
  id: string
  user_id: string
  account_id: string
  provider_id: string
  password: string | null
  created_at: Date
  updated_at: Date
}

/** Rows of `memberships`. */
export type Memberships = {
  workspace_id: string
  id: string
  user_id: string
  role: 'admin' | 'agent'
  created_at: Date
}

/** Rows of `api_keys`; `rate_limit` in requests a second, null without a limit. */
export type ApiKeys = {
  workspace_id: string
  id: string
  hash: Buffer
  last_four: string
  name: string
  scopes: string[]
  rate_limit: number | null
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

/** Rows of `channel_routes`: a platform's account id → the channel. */
export type ChannelRoutes = {
  platform: string
  account: string
  workspace_id: string
  channel_id: string
}

/** Rows of `form_routes`: the hash of a form's token → the form. */
export type FormRoutes = {
  token_hash: Buffer
  workspace_id: string
  form_id: string
  is_open: Defaulted<boolean>
}

/** What a lane's target is: an endpoint, a channel, or a workspace's inbound payloads. */
export type LaneKind = 'webhook' | 'send' | 'inbound' | 'replay' | 'mail' | 'media' | 'templates'

/** Rows of `lanes`. */
export type Lanes = {
  kind: LaneKind
  workspace_id: string
  target_id: string
  due_at: Date | null
  wakes: Generated<Bigint>
  lease_until: Date | null
  lease_token: string | null
  not_before: Date | null
}

/** Rows of `workspace_counters`: the last position and number that were given out. */
export type WorkspaceCounters = {
  workspace_id: string
  event_position: Defaulted<Bigint>
  ticket_number: Defaulted<Bigint>
  trimmed_position: Defaulted<Bigint>
}

/** Rows of `channels`; `access_token` is encrypted. */
export type Channels = {
  workspace_id: string
  id: string
  type: 'whatsapp' | 'messenger' | 'instagram'
  name: string
  account: string
  display_phone: string | null
  access_token: Buffer | null
  business_account: string | null
  account_status: Defaulted<'active' | 'restricted' | 'disabled' | 'disconnected'>
  account_reason: string | null
  account_status_at: Date | null
  quality: string | null
  messaging_limit: string | null
  limits_at: Date | null
  username: string | null
  last_inbound_at: Date | null
  send_rate: Defaulted<number>
  send_pair_burst: Defaulted<number>
  send_held_until: Date | null
  send_error_code: string | null
  send_error_message: string | null
  send_stopped_at: Date | null
  templates_due_at: Date | null
  templates_synced_at: Date | null
  templates_error: string | null
  created_at: Date
}

/** Rows of `business_account_routes`: the workspaces that have numbers of a business account. */
export type BusinessAccountRoutes = { platform: string; account: string; workspace_id: string }

/** Rows of `channel_events`: what a platform reported that is no message. */
export type ChannelEvents = {
  workspace_id: string
  id: string
  fingerprint: Buffer
  channel_id: string | null
  business_account: string | null
  field: string
  event: string | null
  data: ColumnType<unknown, string, string>
  occurred_at: Date
  created_at: Date
}

/** Rows of `templates`: what is known of the message templates of a business account. */
export type Templates = {
  workspace_id: string
  id: Defaulted<string>
  business_account: string
  name: string
  language: string
  platform_template_id: string | null
  category: string | null
  category_at: Date | null
  status: string | null
  status_reason: string | null
  status_at: Date | null
  quality: string | null
  quality_at: Date | null
  components: ColumnType<unknown, string | null, string | null>
  created_at: Date
  updated_at: Date
}

/** Rows of `people`. */
export type People = {
  workspace_id: string
  id: string
  name: string | null
  phone_e164: string | null
  email: string | null
  source: string
  campaign: string | null
  created_at: Date
  updated_at: Date
  last_seen_at: Date | null
}

/** What an identity's value is. */
export type IdentityKind = 'phone_e164' | 'email' | 'wa_id' | 'bsuid' | 'psid' | 'igsid'

/** Rows of `identities`. */
export type Identities = {
  workspace_id: string
  kind: IdentityKind
  value: string
  person_id: string
  created_at: Date
}

/** Rows of `timeline_entries`; messages are not among them, they are read from `messages`. */
export type TimelineEntries = {
  workspace_id: string
  id: string
  person_id: string
  kind: 'lead' | 'ticket' | 'note' | 'form' | 'identity_conflict' | 'identity_change' | 'preference'
  data: ColumnType<Record<string, unknown>, string, string>
  occurred_at: Date
}

/** Rows of `chats`. */
export type Chats = {
  workspace_id: string
  id: string
  channel_id: string
  person_id: string
  recipient: string
  is_group: Defaulted<boolean>
  title: string | null
  status: Defaulted<'open' | 'snoozed' | 'closed'>
  assignee_id: string | null
  unread_count: Defaulted<number>
  last_message_id: string | null
  last_message_direction: 'inbound' | 'outbound' | null
  last_message_text: string | null
  last_message_at: Date | null
  window_expires_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Rows of `chat_activity`: the order of the list of chats. */
export type ChatActivity = { workspace_id: string; chat_id: string; activity_at: Date }

/** States of a message; an inbound one is always `received`. */
export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received'

/** Rows of `messages`. */
export type Messages = {
  workspace_id: string
  id: string
  chat_id: string
  person_id: string
  channel_id: string
  direction: 'inbound' | 'outbound'
  type: string
  text: string | null
  media: ColumnType<Record<string, unknown> | null, string | null, string | null>
  content: ColumnType<unknown, string | null, string | null>
  status: MessageStatus
  error_code: string | null
  error_message: string | null
  author_type: 'api_key' | 'member' | 'person' | 'system'
  author_id: string | null
  platform_message_id: string | null
  origin: 'echo' | 'history' | null
  reply_to_id: string | null
  reply_to_platform_id: string | null
  reactions: ColumnType<MessageReaction[] | null, string | null, string | null>
  edited_at: Date | null
  revoked_at: Date | null
  send_due_at: Date | null
  send_attempts: Defaulted<number>
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
}

/** One reaction that stands on a message, by a customer (inbound) or our side. */
export type MessageReaction = {
  emoji: string
  direction: 'inbound' | 'outbound'
  person_id: string | null
  at: string
}

/** Rows of `message_updates`: edits, revocations and reactions, also of messages not known yet. */
export type MessageUpdates = {
  workspace_id: string
  channel_id: string
  id: string
  kind: 'edit' | 'revoke' | 'reaction'
  platform_update_id: string
  platform_message_id: string
  message_id: string | null
  direction: 'inbound' | 'outbound'
  actor: string
  person_id: string | null
  text: string | null
  occurred_at: Date
}

/** Rows of `chat_watermarks`: until when a chat's outbound messages were delivered and read. */
export type ChatWatermarks = {
  workspace_id: string
  channel_id: string
  recipient: string
  delivered_until: Date | null
  read_until: Date | null
}

/** Rows of `message_attempts`: the tries of an outbound message. */
export type MessageAttempts = {
  workspace_id: string
  message_id: string
  id: string
  started_at: Date
  ended_at: Date | null
  outcome: 'accepted' | 'ambiguous' | 'retry' | 'hold' | 'throttle' | 'stop' | 'rejected' | null
  error_code: string | null
  error_message: string | null
  platform_message_id: string | null
  next_at: Date | null
}

/** Rows of `media_uploads`: files that are uploaded to be sent. */
export type MediaUploads = {
  workspace_id: string
  id: string
  mime_type: string
  filename: string | null
  size_bytes: Bigint
  sha256: string
  created_at: Date
}

/** Rows of `media_upload_copies`: the ids under which the platform has uploaded files. */
export type MediaUploadCopies = {
  workspace_id: string
  upload_id: string
  channel_id: string
  platform_media_id: string
  expires_at: Date
}

/** Rows of `media_files`: files that came with messages. */
export type MediaFiles = {
  workspace_id: string
  id: string
  channel_id: string
  message_id: string
  platform_media_id: string | null
  url: string | null
  mime_type: string | null
  filename: string | null
  expected_sha256: string | null
  status: Defaulted<'pending' | 'stored' | 'failed'>
  attempts: Defaulted<number>
  due_at: Date
  error: string | null
  size_bytes: Bigint | null
  sha256: string | null
  created_at: Date
  stored_at: Date | null
}

/** Rows of `message_statuses`: what the platform reported, also of messages not known yet. */
export type MessageStatuses = {
  workspace_id: string
  channel_id: string
  platform_message_id: string
  status: string
  participant: Defaulted<string>
  message_id: string | null
  occurred_at: Date
  error_code: string | null
  error_message: string | null
  details: ColumnType<Record<string, unknown> | null, string | null, string | null>
}

/** Rows of `tickets`. */
export type Tickets = {
  workspace_id: string
  id: string
  number: Bigint
  person_id: string
  title: string
  message_id: string | null
  priority: 'low' | 'medium' | 'high' | 'urgent'
  status: Defaulted<'open' | 'pending' | 'solved' | 'closed'>
  assignee_id: string | null
  due_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Rows of `forms`; `secret` is encrypted. */
export type Forms = {
  workspace_id: string
  id: string
  name: string
  provider: string
  secret: Buffer | null
  redirect_url: string | null
  created_at: Date
}

/** Rows of `form_submissions`: what makes a repeat of a submission one lead. */
export type FormSubmissions = {
  workspace_id: string
  form_id: string
  fingerprint: string
  payload_id: string
  seen_at: Date
}

/** Rows of `inbound_payloads`: what came in, byte for byte, and what became of it. */
export type InboundPayloads = {
  workspace_id: string
  id: string
  platform: string
  form_id: string | null
  parent_id: string | null
  body: Buffer
  content_type: string | null
  status: Defaulted<'pending' | 'processed' | 'unrouted' | 'failed'>
  outcome: ColumnType<unknown, string | null, string | null>
  error: string | null
  labels: Defaulted<string[]>
  attempts: Defaulted<number>
  due_at: Date
  received_at: Date
  processed_at: Date | null
}

/** Rows of `events`; `body` is the JSON exactly as it is signed and sent. */
export type Events = {
  workspace_id: string
  id: string
  position: Bigint
  type: string
  body: string
  created_at: Date
}

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
  ordering: Defaulted<'creation' | 'conversation'>
  failing_since: Date | null
  probe_at: Date | null
  probe_count: Defaulted<number>
  recovered_at: Date | null
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
  actor_type: 'api_key' | 'member' | 'person' | 'system'
  actor_id: string | null
  changed_at: Date
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
  ordering_key: string | null
  held: Defaulted<boolean>
  replay_id: string | null
  status: Defaulted<'pending' | 'succeeded' | 'failed' | 'cancelled'>
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

/** Rows of `webhook_replays`; `last_id` is how far it has come, `next_at` when more may be offered. */
export type WebhookReplays = {
  workspace_id: string
  id: string
  endpoint_id: string
  event_types: string[] | null
  statuses: string[]
  since: Date | null
  until: Date
  rate_limit: number | null
  status: Defaulted<'running' | 'paused' | 'completed' | 'cancelled'>
  paused_reason: 'manual' | 'endpoint_disabled' | null
  total: Bigint
  offered: Defaulted<Bigint>
  last_id: string | null
  next_at: Date | null
  created_by_type: string
  created_by_id: string | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

/** Rows of `notices`: what admins are told. */
export type Notices = {
  workspace_id: string
  id: string
  kind: string
  data: ColumnType<Record<string, unknown>, string, string>
  created_at: Date
  dismissed_at: Date | null
  dismissed_by: string | null
}

/** Rows of `mails`; `body` is encrypted. */
export type Mails = {
  workspace_id: string
  id: string
  recipient: string
  subject: string
  body: Buffer
  status: Defaulted<'pending' | 'sent' | 'failed'>
  attempts: Defaulted<number>
  due_at: Date
  error: string | null
  created_at: Date
  sent_at: Date | null
}

/** Rows of `idempotency_keys`: the first answer to a key, byte for byte. */
export type IdempotencyKeys = {
  workspace_id: string
  route: string
  key: string
  fingerprint: Buffer
  response_status: number | null
  response_body: string | null
  created_at: Date
}

/** Every table of the product, as the migrations leave it. */
export type Database = {
  workspaces: Workspaces
  users: Users
  sessions: Sessions
  accounts: Accounts
  memberships: Memberships
  api_keys: ApiKeys
  channel_routes: ChannelRoutes
  form_routes: FormRoutes
  lanes: Lanes
  workspace_counters: WorkspaceCounters
  channels: Channels
  business_account_routes: BusinessAccountRoutes
  channel_events: ChannelEvents
  templates: Templates
  people: People
  identities: Identities
  timeline_entries: TimelineEntries
  chats: Chats
  chat_activity: ChatActivity
  messages: Messages
  message_statuses: MessageStatuses
  message_updates: MessageUpdates
  chat_watermarks: ChatWatermarks
  media_files: MediaFiles
  message_attempts: MessageAttempts
  media_uploads: MediaUploads
  media_upload_copies: MediaUploadCopies
  tickets: Tickets
  forms: Forms
  form_submissions: FormSubmissions
  inbound_payloads: InboundPayloads
  events: Events
  webhook_endpoints: WebhookEndpoints
  webhook_endpoint_changes: WebhookEndpointChanges
  webhook_deliveries: WebhookDeliveries
  webhook_replays: WebhookReplays
  notices: Notices
  mails: Mails
  webhook_attempts: WebhookAttempts
  idempotency_keys: IdempotencyKeys
}
