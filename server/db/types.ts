import type { ApiRequests } from './tables/api-requests.ts'
import type { AuditEntries } from './tables/audit.ts'
import type { Backups } from './tables/backups.ts'
import type { BulkActionItems, BulkActions } from './tables/bulk-actions.ts'
import type { CannedReplies } from './tables/canned-replies.ts'
import type {
  ChannelReservations,
  ChannelRoutes,
  Channels,
  BusinessAccountRoutes,
  ChannelEvents,
} from './tables/channels.ts'
import type { People, Identities, TimelineEntries } from './tables/contacts.ts'
import type { ChatChanges, Chats, ChatActivity } from './tables/conversations.ts'
import type { ContactFieldValues, CustomFields } from './tables/custom-fields.ts'
import type { DataExports } from './tables/data-exports.ts'
import type { Duties } from './tables/duties.ts'
import type { AppliedEffects, DirectoryOutbox } from './tables/effects.ts'
import type { ErasedKeys, Erasures } from './tables/erasures.ts'
import type { Events } from './tables/events.ts'
import type { Forms, FormRoutes, FormSubmissions } from './tables/forms.ts'
import type { IdempotencyKeys } from './tables/idempotency.ts'
import type { Imports, ImportRejects } from './tables/imports.ts'
import type { InboundPayloads, IngestUptime } from './tables/inbound.ts'
import type { Processes } from './tables/instance.ts'
import type { Invitations } from './tables/invitations.ts'
import type { ApiKeys } from './tables/keys.ts'
import type { Lanes } from './tables/lanes.ts'
import type { Mails } from './tables/mail.ts'
import type { MediaFiles } from './tables/media.ts'
import type { PersonMerges } from './tables/merges.ts'
import type {
  Messages,
  MessageUpdates,
  ChatWatermarks,
  MessageAttempts,
  MessageStatuses,
} from './tables/messages.ts'
import type { AbsentWorkspaces, MovedRows, WorkspaceMoves } from './tables/moves.ts'
import type { AppCodes, AppTokens } from './tables/apps.ts'
import type { ReplyDrafts } from './tables/drafts.ts'
import type { Notes, Mentions } from './tables/notes.ts'
import type { Notices } from './tables/notices.ts'
import type {
  NotificationCursors,
  NotificationPushes,
  Notifications,
  NotificationSettings,
  PushDevices,
  VapidKeys,
} from './tables/notifications.ts'
import type { Passkeys, UsedChallenges } from './tables/passkeys.ts'
import type { OptOutSettings } from './tables/opt-outs.ts'
import type { MessageCharges, PriceLists, Prices } from './tables/pricing.ts'
import type { ReadinessChecks } from './tables/readiness.ts'
import type { WebhookReplays } from './tables/replays.ts'
import type { SsoAttempts, SsoConnections, SsoDomains, SsoIdentities } from './tables/sso.ts'
import type { Authenticators, RecoveryCodes, SecondSteps } from './tables/second-factors.ts'
import type { SecretKeys } from './tables/secret-keys.ts'
import type { Tags, ChatTags } from './tables/tags.ts'
import type { Templates } from './tables/templates.ts'
import type {
  Tickets,
  TicketAttachments,
  TicketChanges,
  TicketComments,
  TicketTags,
} from './tables/tickets.ts'
import type { MediaUploads, MediaUploadCopies } from './tables/uploads.ts'
import type {
  AttemptCounts,
  Users,
  Sessions,
  Accounts,
  Verifications,
  Memberships,
} from './tables/users.ts'
import type { Views } from './tables/views.ts'
import type {
  WebhookEndpoints,
  WebhookEndpointChanges,
  WebhookDeliveries,
  WebhookAttempts,
} from './tables/webhooks.ts'
import type { Workspaces, WorkspaceCounters } from './tables/workspaces.ts'
import type { WebChats, WebChatSessions, WebChatTokens } from './tables/web-chats.ts'

/** All tables of the product, as created by the migrations; `tables.test.ts` compares both. */
export type Database = {
  absent_workspaces: AbsentWorkspaces
  moved_rows: MovedRows
  readiness_checks: ReadinessChecks
  secret_keys: SecretKeys
  api_requests: ApiRequests
  audit_entries: AuditEntries
  bulk_actions: BulkActions
  backups: Backups
  bulk_action_items: BulkActionItems
  canned_replies: CannedReplies
  channel_routes: ChannelRoutes
  channel_reservations: ChannelReservations
  channels: Channels
  business_account_routes: BusinessAccountRoutes
  channel_events: ChannelEvents
  contact_field_values: ContactFieldValues
  custom_fields: CustomFields
  data_exports: DataExports
  duties: Duties
  erasures: Erasures
  directory_outbox: DirectoryOutbox
  erased_keys: ErasedKeys
  people: People
  identities: Identities
  timeline_entries: TimelineEntries
  chats: Chats
  chat_activity: ChatActivity
  chat_changes: ChatChanges
  events: Events
  form_routes: FormRoutes
  forms: Forms
  form_submissions: FormSubmissions
  idempotency_keys: IdempotencyKeys
  imports: Imports
  import_rejects: ImportRejects
  inbound_payloads: InboundPayloads
  ingest_uptime: IngestUptime
  invitations: Invitations
  api_keys: ApiKeys
  app_codes: AppCodes
  app_tokens: AppTokens
  lanes: Lanes
  mails: Mails
  media_files: MediaFiles
  person_merges: PersonMerges
  messages: Messages
  message_statuses: MessageStatuses
  message_updates: MessageUpdates
  chat_watermarks: ChatWatermarks
  message_attempts: MessageAttempts
  message_charges: MessageCharges
  opt_out_settings: OptOutSettings
  price_lists: PriceLists
  prices: Prices
  notes: Notes
  mentions: Mentions
  notices: Notices
  notifications: Notifications
  notification_cursors: NotificationCursors
  notification_pushes: NotificationPushes
  notification_settings: NotificationSettings
  processes: Processes
  push_devices: PushDevices
  vapid_keys: VapidKeys
  webhook_replays: WebhookReplays
  tags: Tags
  chat_tags: ChatTags
  templates: Templates
  tickets: Tickets
  ticket_attachments: TicketAttachments
  ticket_changes: TicketChanges
  ticket_comments: TicketComments
  ticket_tags: TicketTags
  media_uploads: MediaUploads
  media_upload_copies: MediaUploadCopies
  users: Users
  sessions: Sessions
  accounts: Accounts
  verifications: Verifications
  applied_effects: AppliedEffects
  attempt_counts: AttemptCounts
  authenticators: Authenticators
  sso_attempts: SsoAttempts
  sso_connections: SsoConnections
  sso_domains: SsoDomains
  sso_identities: SsoIdentities
  recovery_codes: RecoveryCodes
  reply_drafts: ReplyDrafts
  second_steps: SecondSteps
  passkeys: Passkeys
  used_challenges: UsedChallenges
  memberships: Memberships
  views: Views
  web_chat_sessions: WebChatSessions
  web_chat_tokens: WebChatTokens
  web_chats: WebChats
  webhook_endpoints: WebhookEndpoints
  webhook_endpoint_changes: WebhookEndpointChanges
  webhook_deliveries: WebhookDeliveries
  webhook_attempts: WebhookAttempts
  workspace_moves: WorkspaceMoves
  workspaces: Workspaces
  workspace_counters: WorkspaceCounters
}
