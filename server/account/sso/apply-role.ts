import type { Scope } from '#context.ts'
import type { Role } from '#shared/actors.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockAdmins } from '../users/lock-admins.ts'

/**
 * Gives a member the role that the issuer's claims say, in the caller's transaction. The last admin stays one, because
 * otherwise a wrong claim would leave the workspace without anybody who can correct it.
 */
export async function applyRole(tx: Scope, membershipId: string, role: Role): Promise<void> {
  const admins = await lockAdmins(tx)
  const isAdmin = admins.includes(membershipId)
  if (isAdmin === (role === 'admin') || (isAdmin && admins.length === 1)) return
  await tx.directory
    .updateTable('memberships')
    .set({ role })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', membershipId)
    .execute()
  const user = await tx.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.name')
    .where('memberships.workspace_id', '=', tx.workspaceId)
    .where('memberships.id', '=', membershipId)
    .executeTakeFirstOrThrow()
  await recordAudit(tx, 'member.role_changed', membershipId, {
    name: user.name,
    changes: { role: { from: isAdmin ? 'admin' : 'agent', to: role } },
  })
}
