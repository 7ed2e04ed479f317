import { text, time, uuid } from '../column.ts'
import { tenantTable, unexportedTable } from '../table.ts'

/** Tags. */
export const tags = tenantTable({
  visibleBy: { everybody: 'words for all conversations' },
  rows: 'few',
  withoutContacts: 'written by members for any conversation',
}).columns({
  id: uuid(),
  name: text(),
  color: text().defaulted(),
  created_at: time(),
})

/** Rows of `tags`. */
export type Tags = typeof tags.row

/** Tags of conversations. */
export const chat_tags = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'exported with the names of the tags',
}).columns({
  chat_id: uuid(),
  tag_id: uuid(),
  created_at: time(),
})
