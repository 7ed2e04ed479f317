import type { ActorType } from '#shared/actors.ts'
import type { Availability } from '#shared/availability.ts'
import { time, uuid, word } from '../column.ts'
import { tenantTable } from '../table.ts'

/**
 * Members whose availability was set or has been recorded. `by_hand` holds before `until`; `recorded` is the availability of the last
 * event, and `due_at` when it may change next without a request.
 */
export const member_availability = tenantTable({
  visibleBy: { everybody: 'which members answer' },
  rows: 'few',
  withoutContacts: 'about members',
}).columns({
  membership_id: uuid(),
  by_hand: word<Availability>().nullable(),
  until: time().nullable(),
  set_at: time().nullable(),
  set_by_type: word<ActorType>().nullable(),
  set_by_id: uuid().nullable(),
  business_hours_id: uuid().nullable(),
  recorded: word<Availability>(),
  due_at: time().nullable(),
})

/** Rows of `member_availability`. */
export type MemberAvailability = typeof member_availability.row

/** When members last had the web app open, for each of their devices: `device_id` is the session of a browser. */
export const member_activity = tenantTable({
  visibleBy: { everybody: 'when members were here' },
  rows: 'few',
  withoutContacts: 'about members',
}).columns({
  membership_id: uuid(),
  device_id: uuid(),
  seen_at: time(),
})
