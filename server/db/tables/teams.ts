import type { Scope } from '#shared/scopes.ts'
import type { Visibility } from '#shared/roles.ts'
import { boolean, text, texts, time, uuid, word } from '../column.ts'
import { directoryTable, tenantTable } from '../table.ts'

/** Teams. A team with `deleted_at` is being deleted. */
export const teams = tenantTable({
  visibleBy: { everybody: 'names of teams' },
  rows: 'few',
  withoutContacts: 'written by admins for the workspace',
}).columns({
  id: uuid(),
  name: text(),
  created_at: time(),
  updated_at: time(),
  deleted_at: time().nullable(),
  business_hours_id: uuid().nullable(),
})

/** Rows of `teams`. */
export type Teams = typeof teams.row

/** Members of teams. */
export const team_members = tenantTable({
  visibleBy: { everybody: 'ids of teams and members' },
  rows: 'few',
  withoutContacts: 'ids of members',
}).columns({
  team_id: uuid(),
  membership_id: uuid(),
  created_at: time(),
})

/**
 * Custom roles, by id; and built-in roles whose visibility was changed, by name. Those have neither `name` nor `scopes`. The other
 * built-in roles have no row (`shared/roles.ts`).
 */
export const roles = directoryTable({ withoutContacts: 'settings of the workspace' }).columns({
  workspace_id: uuid(),
  id: text(),
  name: text().nullable(),
  scopes: texts<Scope>().nullable(),
  visibility: word<Visibility>(),
  sees_no_team: boolean(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `roles`. */
export type Roles = typeof roles.row
