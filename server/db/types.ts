import type {
  ChannelRoutes,
  Channels,
  BusinessAccountRoutes,
  ChannelEvents,
  Templates,
} from './channel-tables.ts'
import type {
  People,
  Identities,
  TimelineEntries,
  Tickets,
  PersonMerges,
  Imports,
  ImportRejects,
} from './contact-tables.ts'
import type {
  ChatChanges,
  Notes,
  Mentions,
  Tags,
  ChatTags,
  CannedReplies,
  Views,
} from './inbox-tables.ts'
import type { Forms, FormRoutes, FormSubmissions, InboundPayloads } from './inbound-tables.ts'
import type {
  Chats,
  ChatActivity,
  Messages,
  MessageUpdates,
  ChatWatermarks,
  MessageAttempts,
  MediaUploads,
  MediaUploadCopies,
  MediaFiles,
  MessageStatuses,
} from './message-tables.ts'
import type {
  Events,
  WebhookEndpoints,
  WebhookEndpointChanges,
  WebhookDeliveries,
  WebhookAttempts,
  WebhookReplays,
} from './webhook-tables.ts'
import type {
  Workspaces,
  Users,
  Sessions,
  Accounts,
  Verifications,
  Memberships,
  Invitations,
  AuditEntries,
  ApiKeys,
  Lanes,
  WorkspaceCounters,
  Notices,
  Mails,
  IdempotencyKeys,
} from './workspace-tables.ts'

/** All tables of the product, as created by the migrations. */
export type Database = {
  workspaces: Workspaces
  users: Users
  sessions: Sessions
  accounts: Accounts
  verifications: Verifications
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
  invitations: Invitations
  audit_entries: AuditEntries
  chat_changes: ChatChanges
  notes: Notes
  mentions: Mentions
  tags: Tags
  chat_tags: ChatTags
  canned_replies: CannedReplies
  views: Views
  person_merges: PersonMerges
  imports: Imports
  import_rejects: ImportRejects
}
