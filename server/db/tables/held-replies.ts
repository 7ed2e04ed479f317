import { boolean, json, text, time, uuid, word } from '../column.ts'
import { unexportedTable } from '../table.ts'

/** Replies that are sent after some seconds, unless their authors undo them, and those that could not be sent. Deleted with their conversation. */
export const held_replies = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'few',
  erase: 'conversations',
  unexported: 'unsent texts, which only their authors read',
}).columns({
  id: uuid(),
  membership_id: uuid(),
  chat_id: uuid(),
  input: json<Record<string, unknown>>().personal(),
  seen_until: time().nullable(),
  closes: boolean().defaulted(),
  due_at: time().nullable(),
  error_code: word().nullable(),
  error_message: text().nullable().personal(),
  created_at: time(),
  cause: text().nullable().impersonal('the id and trace of a request'),
})

/** Rows of `held_replies`. */
export type HeldReplies = typeof held_replies.row
