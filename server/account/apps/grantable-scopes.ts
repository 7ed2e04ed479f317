import type { Role } from '#shared/actors.ts'
import { ADMIN_APP_SCOPES } from '#shared/connected-apps.ts'

/** Returns the scopes that a member with this role can give to an app. */
export function grantableScopes<S extends string>(scopes: readonly S[], role: Role): S[] {
  const forAdmins: readonly string[] = ADMIN_APP_SCOPES
  return scopes.filter((each) => role === 'admin' || !forAdmins.includes(each))
}
