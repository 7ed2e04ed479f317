import { BUILT_IN_ROLES, isBuiltInRole } from '#shared/roles.ts'
import type { RoleRights, Visibility } from '#shared/roles.ts'
import type { Scope } from '#shared/scopes.ts'

/** The columns of `roles` that decide rights; null in a join without a row. `scopes` is null for a built-in role. */
export type StoredRights = {
  scopes: Scope[] | null
  visibility: Visibility | null
  sees_no_team: boolean | null
}

/** The rights of a role that does not exist. */
const NONE: RoleRights = { scopes: [], visibility: 'own', sees_no_team: false }

/** Returns the rights of a role: those of its row, and for what the row lacks those of the built-in role. */
export function rightsOf(role: string, stored?: StoredRights): RoleRights {
  const builtIn = isBuiltInRole(role) ? BUILT_IN_ROLES[role] : NONE
  return {
    scopes: stored?.scopes ?? builtIn.scopes,
    visibility: stored?.visibility ?? builtIn.visibility,
    sees_no_team: stored?.sees_no_team ?? builtIn.sees_no_team,
  }
}
