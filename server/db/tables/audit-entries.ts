import type { ActorType } from '#shared/actors.ts'
import { json, text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** The audit log. `data` never holds a secret. */
export const audit_entries = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  erase: 'audit_entries',
}).columns({
  id: uuid().exported(),
  actor_type: word<ActorType>().exported(),
  actor_id: uuid().nullable().exported(),
  action: word().exported(),
  target_type: word().exported(),
  target_id: text().nullable().impersonal('an id').exported(),
  data: json<Record<string, unknown>>().defaulted().personal().exported(),
  occurred_at: time().exported(),
})

/** Rows of `audit_entries`. */
export type AuditEntries = typeof audit_entries.row
