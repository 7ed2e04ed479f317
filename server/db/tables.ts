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
  ...drafts,
}

/** The name of a table. */
export type TableName = keyof typeof TABLES

/** All tables with their names. */
export const ALL_TABLES = Object.entries(TABLES).map(([name, table]) => ({
  ...table,
  name,
})) as (Table & { name: TableName })[]
