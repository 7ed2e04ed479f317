import type { ActorType } from '#shared/actors.ts'
import { json, number, text, time, uuid, uuids, word } from '../column.ts'
import { unexportedTable } from '../table.ts'

/** Jobs that export all data of a contact, and their archives. */
export const data_exports = unexportedTable({
  visibleBy: 'nobody',
  rows: 'many',
  unexported: 'progress of exports',
}).columns({
  id: uuid(),
  contact_id: uuid(),
  status: word<'running' | 'completed' | 'canceled'>().defaulted(),
  section: word(),
  cursor: text().nullable().impersonal('the key of a row; cleared at the end'),
  parts: uuids().defaulted(),
  writing: uuids().defaulted(),
  size_bytes: number().defaulted(),
  counts: json<Record<string, number>>().defaulted().impersonal('numbers'),
  requested_by_type: word<ActorType>(),
  requested_by_id: uuid().nullable(),
  requested_at: time(),
  completed_at: time().nullable(),
  expires_at: time(),
})

/** Rows of `data_exports`. */
export type DataExports = typeof data_exports.row
