import type { TableName, TABLES } from './tables.ts'
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
  secret_keys: SecretKeys
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
  memberships: Memberships
  views: Views
  web_chat_sessions: WebChatSessions
  web_chat_tokens: WebChatTokens
  web_chats: WebChats
  webhook_endpoints: WebhookEndpoints
  webhook_endpoint_changes: WebhookEndpointChanges
  webhook_deliveries: WebhookDeliveries
  webhook_attempts: WebhookAttempts
  workspaces: Workspaces
  workspace_counters: WorkspaceCounters
}
