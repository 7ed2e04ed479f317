import type { CsatSkip, CsatTexts, CsatWay } from '#shared/csat.ts'
import { boolean, json, number, text, time, uuid, uuids, word } from '../column.ts'
import { contactTable, tenantTable } from '../table.ts'

/** How a workspace asks its customers for ratings. Without a row, it does not. */
export const csat_settings = tenantTable({
  visibleBy: { everybody: 'settings of the workspace' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  is_on: boolean(),
  delay_minutes: number(),
  person_days: number(),
  scale: number(),
  way: word<CsatWay>(),
  asks_comment: boolean(),
  template: text().nullable(),
  off_team_ids: uuids().defaulted(),
  texts: json<CsatTexts[]>(),
  updated_at: time(),
})

/** Rows of `csat_settings`. */
export type CsatSettingsRow = typeof csat_settings.row

/** Questions after rounds of conversations, and their answers. */
export const csat_requests = contactTable({
  visibleBy: 'chat_id',
  rows: 'many',
  owner: 'chat_id',
  section: 'ratings',
  erase: 'cascade',
}).columns({
  id: uuid().exported(),
  chat_id: uuid().exported(),
  round_at: time().exported(),
  state: word<'due' | 'asked' | 'answered' | 'skipped' | 'dropped'>().exported(),
  skip_reason: word<CsatSkip>().nullable().exported(),
  due_at: time().nullable().unexported(),
  channel_id: uuid().exported(),
  team_id: uuid().nullable().exported(),
  member_id: uuid().nullable().exported(),
  language: word().nullable().exported(),
  scale: number().nullable().unexported(),
  message_id: uuid().nullable().exported(),
  asked_at: time().nullable().exported(),
  rating: number().nullable().exported(),
  comment: text().nullable().personal().exported(),
  answered_at: time().nullable().exported(),
  created_at: time().exported(),
})

/** Rows of `csat_requests`. */
export type CsatRequests = typeof csat_requests.row
