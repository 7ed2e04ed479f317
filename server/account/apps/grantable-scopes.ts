import { grants } from '#shared/grants.ts'
import { ADMIN_APP_SCOPES, APP_SCOPES } from '#shared/connected-apps.ts'
import type { AppScope } from '#shared/connected-apps.ts'

/** Returns the scopes that a member whose role has the scopes `held` can give to an app. */
export function grantableScopes(scopes: readonly string[], held: readonly string[]): AppScope[] {
  const forAdmins: readonly string[] = ADMIN_APP_SCOPES
  const known = scopes.flatMap((each) => APP_SCOPES.find((scope) => scope === each) ?? [])
  return known.filter(
    (each) => grants(held, each) && (held.includes('*') || !forAdmins.includes(each)),
  )
}
