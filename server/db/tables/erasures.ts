import type { ActorType } from '#shared/actors.ts'
import { bytes, json, text, time, uuid, uuids, word } from '../column.ts'
import { unexportedTable } from '../table.ts'

/** Jobs that erase contacts, and their certificates. */
export const erasures = unexportedTable({
  visibleBy: 'nobody',
  rows: 'many',
  erase: 'finish',
  unexported: 'exists only while the contact is being erased',
}).columns({
  id: uuid(),
  contact_id: uuid(),
  contact_ids: uuids(),
  status: word<'running' | 'completed'>().defaulted(),
  step: word(),
  cursor: text().nullable().impersonal('the key of a row; cleared at the end'),
  subject: json().nullable().personal(),
  counts: json<Record<string, number>>().defaulted().impersonal('numbers'),
  requested_by_type: word<ActorType>(),
  requested_by_id: uuid().nullable(),
  requested_at: time(),
  completed_at: time().nullable(),
})

/** Rows of `erasures`. */
export type Erasures = typeof erasures.row

/** Keyed hashes of what belonged to erased contacts. */
export const erased_keys = unexportedTable({
  visibleBy: { everybody: 'keyed hashes' },
  rows: 'many',
  unexported: 'keyed hashes',
}).columns({
  digest: bytes().impersonal('a keyed hash, deleted after 90 days'),
  erased_at: time(),
})
