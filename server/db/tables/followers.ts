import type { FollowerKind } from '#shared/event-types.ts'
import { number, time, word } from '../column.ts'
import { tenantTable } from '../table.ts'

/** Up to which event something acts on the events of a workspace, and when it is next due without one. Without a row, it does not. */
export const followers = tenantTable({
  visibleBy: { everybody: 'positions of the workspace' },
  rows: 'few',
  withoutContacts: 'a position and a time',
}).columns({
  kind: word<FollowerKind>(),
  position: number(),
  due_at: time().nullable(),
})
