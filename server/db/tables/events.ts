import { number, text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** The table `events`; `body` is the JSON exactly as it is signed and sent. `cause`: `writeCause`. */
export const events = contactTable({
  visibleBy: 'body',
  rows: 'many',
  partitionedBy: 'id',
  erase: 'events',
}).columns({
  id: uuid().exported(),
  position: number().exported(),
  type: word().exported(),
  body: text().personal().exported(),
  created_at: time().exported(),
  cause: text().nullable().personal().exported(),
})
