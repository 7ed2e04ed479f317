import { text, time, uuid, uuids, word } from '../column.ts'
import { contactTable, unexportedTable } from '../table.ts'

/** Notes of members in a conversation. */
export const notes = contactTable({
  visibleBy: 'chat_id',
  rows: 'many',
  owner: 'chat_id',
  erase: 'delete',
}).columns({
  id: uuid().exported(),
  chat_id: uuid().exported(),
  author_type: word<'api_key' | 'member' | 'rule'>().exported(),
  author_id: uuid().nullable().exported(),
  text: text().personal().exported(),
  mentions: uuids().defaulted().unexported(),
  created_at: time().exported(),
  edited_at: time().nullable().exported(),
  deleted_at: time().nullable().exported(),
})

/** Rows of `notes`. */
export type Notes = typeof notes.row

/** Members whom a note mentions, and whether they have seen it. */
export const mentions = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'ids of notes and of members',
}).columns({
  membership_id: uuid(),
  note_id: uuid(),
  chat_id: uuid(),
  created_at: time(),
  seen_at: time().nullable(),
})
