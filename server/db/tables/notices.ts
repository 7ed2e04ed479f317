import { json, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Notifications for admins. */
export const notices = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  erase: 'notices',
}).columns({
  id: uuid().exported(),
  kind: word().exported(),
  data: json<Record<string, unknown>>().personal().exported(),
  created_at: time().exported(),
  dismissed_at: time().nullable().exported(),
  dismissed_by: uuid().nullable().unexported(),
})

/** Rows of `notices`. */
export type Notices = typeof notices.row
