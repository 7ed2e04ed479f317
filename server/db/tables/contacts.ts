import type { IdentityKind } from '#shared/identity-kinds.ts'
import type { OptOutWay } from '#shared/opt-outs.ts'
import type { StoredTimelineKind } from '#shared/contacts.ts'
import { computed, json, text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Contacts. */
export const people = contactTable({
  visibleBy: 'contact',
  rows: 'many',
  erase: 'contacts',
}).columns({
  id: uuid().exported(),
  name: text().nullable().personal().exported(),
  phone_e164: text().nullable().personal().exported(),
  email: text().nullable().personal().exported(),
  source: text().personal().exported(),
  campaign: text().nullable().personal().exported(),
  language: text().nullable().personal().exported(),
  created_at: time().exported(),
  updated_at: time().exported(),
  last_seen_at: time().nullable().exported(),
  merged_into_id: uuid().nullable().exported(),
  blocked_at: time().nullable().exported(),
  blocked_reason: text().nullable().personal().exported(),
  opted_out_at: time().nullable().exported(),
  opted_out_by: word<OptOutWay>().nullable().exported(),
  opt_out_decided_at: time().nullable().unexported(),
  fields: json<Record<string, string>>().defaulted().personal().exported(),
  search: computed().personal().unexported('computed from name, phone number and email address'),
})

/** Rows of `people`. */
export type People = typeof people.row

/** Phone numbers, email addresses and platform ids of contacts. */
export const identities = contactTable({
  visibleBy: 'person_id',
  rows: 'many',
  erase: 'request',
}).columns({
  kind: word<IdentityKind>().exported(),
  value: text().personal().exported(),
  person_id: uuid().exported(),
  created_at: time().exported(),
})

/** Entries of contacts' timelines. Messages are not among them; they are read from `messages`. */
export const timeline_entries = contactTable({
  visibleBy: 'data',
  rows: 'many',
  owner: 'person_id',
  section: 'timeline',
  erase: 'delete',
}).columns({
  id: uuid().exported(),
  person_id: uuid().exported(),
  kind: word<StoredTimelineKind>().exported(),
  data: json<Record<string, unknown>>().personal().exported(),
  occurred_at: time().exported(),
})

/** Rows of `timeline_entries`. */
export type TimelineEntries = typeof timeline_entries.row
