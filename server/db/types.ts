import type { TableName, TABLES } from './tables.ts'
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
  MessageStatuses,
  MessageUpdates,
  ChatWatermarks,
  MessageAttempts,
} from './tables/messages.ts'
import type { AbsentWorkspaces, MovedRows, WorkspaceMoves } from './tables/moves.ts'
import type { Notes, Mentions } from './tables/notes.ts'
import type { Notices } from './tables/notices.ts'
import type {
  Notifications,
  NotificationCursors,
  NotificationPushes,
  NotificationSettings,
  PushDevices,
  VapidKeys,
} from './tables/notifications.ts'
import type { OptOutSettings } from './tables/opt-outs.ts'
import type { Passkeys, UsedChallenges } from './tables/passkeys.ts'
import type { MessageCharges, PriceLists, Prices } from './tables/pricing.ts'
import type { ReadinessChecks } from './tables/readiness.ts'
import type { WebhookReplays } from './tables/replays.ts'
import type { Authenticators, RecoveryCodes, SecondSteps } from './tables/second-factors.ts'
import type { SecretKeys } from './tables/secret-keys.ts'
import type { SsoAttempts, SsoConnections, SsoDomains, SsoIdentities } from './tables/sso.ts'
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
  Users,
  Sessions,
  Accounts,
  Verifications,
  AttemptCounts,
  Memberships,
} from './tables/users.ts'
import type { Views } from './tables/views.ts'
import type { WebChatSessions, WebChatTokens, WebChats } from './tables/web-chats.ts'
import type {
  WebhookEndpoints,
  WebhookEndpointChanges,
  WebhookDeliveries,
  WebhookAttempts,
} from './tables/webhooks.ts'
import type { Workspaces, WorkspaceCounters } from './tables/workspaces.ts'

/** All tables of the product, as created by the migrations; `tables.test.ts` compares both. */
export type Database = { [Name in TableName]: (typeof TABLES)[Name]['row'] } & {
  absent_workspaces: AbsentWorkspaces
  moved_rows: MovedRows
  readiness_checks: ReadinessChecks
  secret_keys: SecretKeys
  inbound_payloads: InboundPayloads
  ingest_uptime: IngestUptime
  invitations: Invitations
  api_keys: ApiKeys
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
  attempt_counts: AttemptCounts
  authenticators: Authenticators
  sso_attempts: SsoAttempts
  sso_connections: SsoConnections
  sso_domains: SsoDomains
  sso_identities: SsoIdentities
  recovery_codes: RecoveryCodes
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
