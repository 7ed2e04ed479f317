import type { Table } from './table.ts'
import * as apiRequests from './tables/api-requests.ts'
import * as apps from './tables/app-tokens.ts'
import * as assignment from './tables/assignment-rules.ts'
import * as awayReplies from './tables/away-replies.ts'
import * as audit from './tables/audit-entries.ts'
import * as availability from './tables/member-availability.ts'
import * as backups from './tables/backups.ts'
import * as bots from './tables/bots.ts'
import * as bulkActions from './tables/bulk-actions.ts'
import * as businessHours from './tables/business-hours.ts'
import * as cannedReplies from './tables/canned-replies.ts'
import * as channels from './tables/channels.ts'
import * as contacts from './tables/contacts.ts'
import * as conversations from './tables/conversations.ts'
import * as csat from './tables/csat-requests.ts'
import * as customFields from './tables/custom-fields.ts'
import * as dataExports from './tables/data-exports.ts'
import * as drafts from './tables/reply-drafts.ts'
import * as duties from './tables/duties.ts'
import * as effects from './tables/directory-outbox.ts'
import * as erasures from './tables/erasures.ts'
import * as events from './tables/events.ts'
import * as followers from './tables/followers.ts'
import * as forms from './tables/forms.ts'
import * as idempotency from './tables/idempotency-keys.ts'
import * as imports from './tables/imports.ts'
import * as inbound from './tables/inbound-payloads.ts'
import * as instance from './tables/processes.ts'
import * as invitations from './tables/invitations.ts'
import * as keys from './tables/api-keys.ts'
import * as lanes from './tables/lanes.ts'
import * as mail from './tables/mails.ts'
import * as media from './tables/media-files.ts'
import * as merges from './tables/person-merges.ts'
import * as messages from './tables/messages.ts'
import * as moves from './tables/workspace-moves.ts'
import * as notes from './tables/notes.ts'
import * as notices from './tables/notices.ts'
import * as notifications from './tables/notifications.ts'
import * as optOuts from './tables/opt-out-settings.ts'
import * as reportSchedules from './tables/report-schedules.ts'
import * as heldReplies from './tables/held-replies.ts'
import * as ownDrafts from './tables/own-drafts.ts'
import * as passkeys from './tables/passkeys.ts'
import * as pictures from './tables/pictures.ts'
import * as pricing from './tables/price-lists.ts'
import * as readiness from './tables/readiness-checks.ts'
import * as replays from './tables/webhook-replays.ts'
import * as rules from './tables/rules.ts'
import * as secondFactors from './tables/authenticators.ts'
import * as secretKeys from './tables/secret-keys.ts'
import * as sla from './tables/sla-policies.ts'
import * as sso from './tables/sso-connections.ts'
import * as tags from './tables/tags.ts'
import * as teams from './tables/teams.ts'
import * as templates from './tables/templates.ts'
import * as tickets from './tables/tickets.ts'
import * as uploads from './tables/media-uploads.ts'
import * as users from './tables/users.ts'
import * as views from './tables/views.ts'
import * as webChats from './tables/web-chats.ts'
import * as webhooks from './tables/webhook-endpoints.ts'
import * as workspaces from './tables/workspaces.ts'

/**
 * The catalogue: all tables of the product, as created by the migrations; `tables.test.ts` compares both. Exports, erasures,
 * merges and moves are derived from it. The sections of an export are in this order.
 */
export const TABLES = {
  ...apiRequests,
  ...apps,
  ...assignment,
  ...awayReplies,
  ...audit,
  ...availability,
  ...backups,
  ...bots,
  ...bulkActions,
  ...businessHours,
  ...cannedReplies,
  ...channels,
  ...contacts,
  ...conversations,
  ...csat,
  ...customFields,
  ...dataExports,
  ...duties,
  ...effects,
  ...erasures,
  ...events,
  ...followers,
  ...forms,
  ...idempotency,
  ...imports,
  ...inbound,
  ...instance,
  ...invitations,
  ...keys,
  ...lanes,
  ...mail,
  ...media,
  ...merges,
  ...messages,
  ...moves,
  ...notes,
  ...drafts,
  ...notices,
  ...notifications,
  ...optOuts,
  ...heldReplies,
  ...reportSchedules,
  ...ownDrafts,
  ...passkeys,
  ...pictures,
  ...pricing,
  ...readiness,
  ...replays,
  ...rules,
  ...secondFactors,
  ...secretKeys,
  ...sla,
  ...sso,
  ...tags,
  ...teams,
  ...templates,
  ...tickets,
  ...uploads,
  ...users,
  ...views,
  ...webChats,
  ...webhooks,
  ...workspaces,
}

/** The name of a table. */
export type TableName = keyof typeof TABLES

/** The name of a table of tenants. Each row has the workspace that it belongs to. */
export type TenantTable = {
  [Name in TableName]: (typeof TABLES)[Name] extends { home: 'tenant' } ? Name : never
}[TableName]

/** All tables with their names. */
export const ALL_TABLES = Object.entries(TABLES).map(([name, table]) => ({
  ...table,
  name,
})) as (Table & { name: TableName })[]
