import type { WriterType } from '#shared/actors.ts'
import type { DraftStatus } from '#shared/drafts.ts'
import { text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Replies that a program proposes and an agent sends. */
export const reply_drafts = contactTable({
  visibleBy: 'chat_id',
  rows: 'many',
  owner: 'chat_id',
  erase: 'delete',
  countedAs: 'drafts',
}).columns({
  id: uuid().exported(),
  chat_id: uuid().exported(),
  text: text().personal().exported(),
  status: word<DraftStatus>().defaulted().exported(),
  author_type: word<WriterType>().exported(),
  author_id: uuid().exported(),
  author_name: text().nullable().impersonal('the name of an API key').exported(),
  message_id: uuid().nullable().exported(),
  created_at: time().exported(),
  decided_at: time().nullable().exported(),
})

/** Rows of `reply_drafts`. */
export type ReplyDrafts = typeof reply_drafts.row
