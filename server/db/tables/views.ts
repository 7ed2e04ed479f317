import { json, text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Filters saved by a member, for themselves or for the team. */
export const views = contactTable({
  visibleBy: { everybody: 'filters; each reads only what its reader sees' },
  rows: 'many',
  erase: 'views',
}).columns({
  id: uuid().exported(),
  subject: word<'chats' | 'contacts' | 'tickets'>().exported(),
  name: text().personal().exported(),
  filters: json<Record<string, unknown>>().personal().exported(),
  owner_id: uuid().nullable().unexported(),
  created_by: uuid().nullable().unexported(),
  created_at: time().exported(),
  updated_at: time().unexported(),
})

/** Rows of `views`. */
export type Views = typeof views.row
