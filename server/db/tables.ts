import type { Table } from './table.ts'
import * as apiRequests from './tables/api-requests.ts'
import * as apps from './tables/apps.ts'
import * as audit from './tables/audit.ts'
import * as backups from './tables/backups.ts'
import * as bulkActions from './tables/bulk-actions.ts'
import * as cannedReplies from './tables/canned-replies.ts'
import * as channels from './tables/channels.ts'
import * as contacts from './tables/contacts.ts'
import * as conversations from './tables/conversations.ts'
import * as customFields from './tables/custom-fields.ts'
import * as dataExports from './tables/data-exports.ts'
import * as drafts from './tables/drafts.ts'
import * as duties from './tables/duties.ts'
import * as effects from './tables/effects.ts'
import * as erasures from './tables/erasures.ts'
import * as events from './tables/events.ts'
import * as forms from './tables/forms.ts'
import * as idempotency from './tables/idempotency.ts'
import * as imports from './tables/imports.ts'
import * as inbound from './tables/inbound.ts'
import * as instance from './tables/instance.ts'
import * as invitations from './tables/invitations.ts'
import * as keys from './tables/keys.ts'
import * as lanes from './tables/lanes.ts'
import * as mail from './tables/mail.ts'
import * as media from './tables/media.ts'
import * as merges from './tables/merges.ts'
import * as messages from './tables/messages.ts'
import * as moves from './tables/moves.ts'
import * as notes from './tables/notes.ts'
import * as notices from './tables/notices.ts'
import * as notifications from './tables/notifications.ts'
import * as optOuts from './tables/opt-outs.ts'
import * as passkeys from './tables/passkeys.ts'
import * as pricing from './tables/pricing.ts'
import * as readiness from './tables/readiness.ts'
import * as replays from './tables/replays.ts'
import * as secondFactors from './tables/second-factors.ts'
import * as secretKeys from './tables/secret-keys.ts'
import * as sso from './tables/sso.ts'
import * as tags from './tables/tags.ts'
import * as templates from './tables/templates.ts'
import * as tickets from './tables/tickets.ts'
import * as uploads from './tables/uploads.ts'
import * as users from './tables/users.ts'
import * as views from './tables/views.ts'
import * as webChats from './tables/web-chats.ts'
import * as webhooks from './tables/webhooks.ts'
import * as workspaces from './tables/workspaces.ts'

/**
 * The catalogue: all tables of the product, as created by the migrations; `tables.test.ts` compares both. Exports, erasures,
 * merges and moves are derived from it. The sections of an export are in this order.
 */
export const TABLES = {
  ...apiRequests,
  ...apps,
  ...audit,
  ...backups,
  ...bulkActions,
  ...cannedReplies,
  ...channels,
  ...contacts,
  ...conversations,
  ...customFields,
  ...dataExports,
  ...duties,
  ...effects,
  ...erasures,
  ...events,
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
  ...passkeys,
  ...pricing,
  ...readiness,
  ...replays,
  ...secondFactors,
  ...secretKeys,
  ...sso,
  ...tags,
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
