import type { UnmatchedPhoneRule } from '#shared/workspaces.ts'
import type { FollowerKind } from '#shared/event-types.ts'
import { boolean, number, text, texts, time, uuid, word } from '../column.ts'
import { directoryTable, unexportedTable } from '../table.ts'

/** Workspaces. */
export const workspaces = directoryTable().columns({
  id: uuid(),
  name: text(),
  slug: text(),
  unmatched_phone: word<UnmatchedPhoneRule>().defaulted(),
  default_country: text().defaulted(),
  retention_days: number().defaulted(),
  message_retention_days: number().nullable().defaulted(),
  audit_retention_days: number().nullable().defaulted(),
  require_second_factor: boolean().defaulted(),
  record_request_bodies: boolean().defaulted(),
  shard: text().defaulted(),
  fenced_until: time().nullable(),
  created_at: time(),
})

/** Rows of `workspaces`. */
export type Workspaces = typeof workspaces.row

/** The last position and number that were given out. */
export const workspace_counters = unexportedTable({
  visibleBy: { everybody: 'numbers of the workspace' },
  rows: 'few',
  unexported: 'numbers of the workspace',
}).columns({
  event_position: number().defaulted(),
  notifying_position: number().defaulted(),
  is_notifying: boolean().defaulted(),
  followers: texts<FollowerKind>().defaulted().impersonal('kinds of followers'),
  ticket_number: number().defaulted(),
  trimmed_position: number().defaulted(),
  waits_filled_to: uuid().nullable(),
  waits_filled_at: time().nullable(),
})
