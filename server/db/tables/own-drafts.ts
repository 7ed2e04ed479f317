import type { DraftMention, OwnDraftKind } from '#shared/drafts.ts'
import { json, text, time, uuid, word } from '../column.ts'
import { unexportedTable } from '../table.ts'

/** Unsent replies and notes of members. They are deleted with their conversation. */
export const own_drafts = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  erase: 'conversations',
  unexported: 'unsent texts, which only their authors read',
}).columns({
  membership_id: uuid(),
  chat_id: uuid(),
  kind: word<OwnDraftKind>(),
  version: uuid(),
  text: text().personal(),
  mentions: json<DraftMention[]>().impersonal('ids and names of members').defaulted(),
  seen_until: time().nullable(),
  updated_at: time(),
})

/** Rows of `own_drafts`. */
export type OwnDrafts = typeof own_drafts.row
