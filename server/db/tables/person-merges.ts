import { json, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Merges of contacts, with the data that undoes them. */
export const person_merges = contactTable({
  visibleBy: 'survivor_id',
  rows: 'many',
  erase: 'contacts',
}).columns({
  id: uuid().exported(),
  survivor_id: uuid().exported(),
  merged_id: uuid().exported(),
  before: json<Record<string, unknown>>().personal().exported(),
  moved: json<Record<string, unknown>>().personal().exported(),
  actor_type: word().exported(),
  actor_id: uuid().nullable().exported(),
  merged_at: time().exported(),
  undone_at: time().nullable().exported(),
})

/** Rows of `person_merges`. */
export type PersonMerges = typeof person_merges.row
