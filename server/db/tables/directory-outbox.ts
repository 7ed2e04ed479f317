import { text, time, uuid } from '../column.ts'
import { directoryTable, unexportedTable } from '../table.ts'

/** Changes of tenants' rows that follow a change of the directory. */
export const directory_outbox = directoryTable({
  withoutContacts: 'ids; the text of an effect is deleted within seconds',
}).columns({
  id: uuid(),
  workspace_id: uuid(),
  kind: text(),
  body: text(),
  created_at: time(),
  due_at: time(),
})

/** Rows of the outbox that were applied. */
export const applied_effects = unexportedTable({
  visibleBy: { everybody: 'ids of work' },
  rows: 'many',
  unexported: 'ids and times',
}).columns({
  id: uuid(),
  applied_at: time(),
})
