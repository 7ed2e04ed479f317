import type { Role } from '#shared/actors.ts'
import type { Connection } from './find-connection.ts'

/**
 * Returns the role that the claims of the issuer give to a user. The claim is a text or a list of texts; if its values
 * name both roles, the user is an admin.
 */
export function roleOf(
  connection: Pick<Connection, 'role_claim' | 'role_values' | 'default_role'>,
  claims: Record<string, unknown>,
): Role {
  const { role_claim: claim, role_values: values, default_role: byDefault } = connection
  if (claim === null) return byDefault
  const found = [claims[claim]].flat().filter((each) => typeof each === 'string')
  const roles = found.flatMap((each) => (Object.hasOwn(values, each) ? (values[each] ?? []) : []))
  if (roles.length === 0) return byDefault
  return roles.includes('admin') ? 'admin' : 'agent'
}
