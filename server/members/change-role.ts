import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { Member } from '#account/users/schema.ts'
import { getMember } from './get-member.ts'
import { lastAdmin, lockMember } from './lock-member.ts'

/**
 * Changes a member's role. Takes effect with their next request. @throws {AppError} membership_not_found,
 * last_admin
 */
export async function changeRole(scope: Scope, id: string, role: Member['role']): Promise<Member> {
  return directoryTransaction(scope, async (tx) => {
    const before = await lockMember(tx, id)
    if (before.role === role) return getMember(tx, before.id)
    if (before.isLastAdmin) throw lastAdmin()
    await tx.directory
      .updateTable('memberships')
      .set({ role })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .execute()
    const member = await getMember(tx, before.id)
    await recordAudit(tx, 'member.role_changed', member.id, {
      name: member.name,
      changes: { role: { from: before.role, to: role } },
    })
    return member
  })
}
