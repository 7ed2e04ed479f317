import { text, time, uuid } from '../column.ts'
import { tenantTable } from '../table.ts'

/** Canned replies. */
export const canned_replies = tenantTable({
  visibleBy: { everybody: 'texts for all conversations' },
  rows: 'few',
  withoutContacts: 'written by members for any contact',
}).columns({
  id: uuid(),
  shortcut: text(),
  text: text(),
  created_by: uuid().nullable(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `canned_replies`. */
export type CannedReplies = typeof canned_replies.row
