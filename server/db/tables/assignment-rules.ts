import type { AssignmentMethod } from '#shared/assignment.ts'
import { number, texts, time, uuid, uuids, word } from '../column.ts'
import { tenantTable } from '../table.ts'

/** How the conversations of a team are assigned by themselves. A team without a row assigns none. */
export const assignment_rules = tenantTable({
  visibleBy: { everybody: 'settings of teams' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  team_id: uuid(),
  method: word<AssignmentMethod>(),
  capacity: number().nullable(),
  sticky_days: number(),
  relax_minutes: number().nullable(),
  hand_back_minutes: number().nullable(),
  updated_at: time(),
})

/** Rows of `assignment_rules`. */
export type AssignmentRules = typeof assignment_rules.row

/** What the assignment of a team knows of a member. */
export const assignment_places = tenantTable({
  visibleBy: { everybody: 'ids of teams and members' },
  rows: 'few',
  withoutContacts: 'about members',
}).columns({
  team_id: uuid(),
  membership_id: uuid(),
  capacity: number().nullable(),
  skill_tag_ids: uuids().defaulted(),
  languages: texts().defaulted().impersonal('languages of members'),
  last_assigned_at: time().nullable(),
  offline_since: time().nullable(),
})
