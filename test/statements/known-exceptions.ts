import type { Rule } from './rules.ts'

/** Statements that break a rule, by the tables that they combine. */
export const KNOWN_STATEMENTS: readonly { rule: Rule; what: string }[] = [
  // A worker polls on the server on which its lanes lie.
  { rule: 'homes', what: 'events, lanes, webhook_deliveries, webhook_endpoints' },
]

/**
 * Files that use rows of a tenant and of the directory in one `mixedTransaction`. To be split before the directory has a
 * database of its own; the list may only become shorter.
 */
export const KNOWN_MIXED: readonly string[] = [
  'bulk-actions/create-bulk-action.ts',
  'bulk-actions/undo-bulk-action.ts',
  'bulk-actions/work-batch.ts',
  'contacts/create-contact.ts',
  'contacts/update-contact.ts',
  'conversations/notes/create-note.ts',
  'conversations/notes/update-note.ts',
  'conversations/update-chat.ts',
  'db/run-once.ts',
  'erasures/erase-contact.ts',
  'erasures/run-erasure.ts',
  'inbound/dismiss-payload.ts',
  'inbound/reprocess-payload.ts',
  'inbound/reprocess-payloads.ts',
  'inbox/views/update-view.ts',
  'messages/queueing/open-and-send.ts',
  'notifications/devices/change-device.ts',
  'notifications/mailing/queue-missed-mails.ts',
  'notifications/recording/record-notifications.ts',
  'notifications/recording/record-overdue-tickets.ts',
  'program/demo/seed-demo.ts',
  'tickets/activity/create-comment.ts',
  'tickets/activity/update-comment.ts',
  'tickets/create-ticket.ts',
  'tickets/update-ticket.ts',
]
