import { number, text, time, uuid } from '../column.ts'
import { tenantTable } from '../table.ts'

/** Canned replies. */
export const canned_replies = tenantTable({
  visibleBy: { everybody: 'each lists those that they have' },
  rows: 'few',
  withoutContacts: 'written by members for any contact',
}).columns({
  id: uuid(),
  shortcut: text(),
  text: text(),
  team_id: uuid().nullable(),
  membership_id: uuid().nullable(),
  created_by: uuid().nullable(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `canned_replies`. */
export type CannedReplies = typeof canned_replies.row

/** The files of canned replies, in the order of `place`. */
export const canned_reply_files = tenantTable({
  visibleBy: { everybody: 'each lists those of the replies that they have' },
  rows: 'few',
  withoutContacts: 'ids of files of members',
}).columns({
  reply_id: uuid(),
  upload_id: uuid(),
  place: number(),
})
