import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { BUILT_IN_ROLE_NAMES } from '#shared/roles.ts'
import type { Visibility } from '#shared/roles.ts'

/** A column with the role of a member. */
type RoleColumn = `${string}.role`

/**
 * Returns what a role sees, as `rightsOf` decides it: for a query that joins its row in `roles`, if there is one. Without a row, a built-in role
 * sees all, and a role that does not exist sees the least.
 */
export function sightOf(role: RoleColumn): {
  visibility: RawBuilder<Visibility>
  seesNoTeam: RawBuilder<boolean>
} {
  const names = BUILT_IN_ROLE_NAMES.map((name) => `'${name}'`).join(', ')
  const isBuiltIn = sql.raw(`${role} in (${names})`)
  return {
    visibility: sql`coalesce(roles.visibility, case when ${isBuiltIn} then 'all' else 'own' end)`,
    seesNoTeam: sql`coalesce(roles.sees_no_team, ${isBuiltIn})`,
  }
}
