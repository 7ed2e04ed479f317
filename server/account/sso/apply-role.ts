import type { Scope } from '#context.ts'
import type { Role } from '#shared/actors.ts'
import { lockAdmins } from '../users/lock-admins.ts'
import { writeRole } from '../users/write-role.ts'

/**
 * Gives a member the role that the issuer's claims say, in the caller's transaction. The last admin stays one, because
 * otherwise a wrong claim would leave the workspace without anybody who can correct it.
 */
export async function applyRole(tx: Scope, membershipId: string, role: Role): Promise<void> {
  const admins = await lockAdmins(tx)
  const isAdmin = admins.includes(membershipId)
  if (isAdmin === (role === 'admin') || (isAdmin && admins.length === 1)) return
  await writeRole(tx, { id: membershipId, role: isAdmin ? 'admin' : 'agent' }, role)
}
