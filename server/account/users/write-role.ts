import type { Scope } from '#db/context.ts'
import type { Role } from '#shared/roles.ts'
import { announceRights } from '#events/announce-rights.ts'
import { updateById } from '#db/update-by-id.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { checkRole } from '../roles/check-role.ts'
import { getMember } from './get-member.ts'
import type { DirectoryMember } from './get-member.ts'

/** Gives a member another role than the one they have, and records it, in the caller's transaction. @throws {AppError} role_not_found */
export async function writeRole(
  tx: Scope,
  { id, role: from }: Pick<DirectoryMember, 'id' | 'role'>,
  to: Role,
): Promise<DirectoryMember> {
  await checkRole(tx, to)
  await updateById(tx, 'memberships', id, { role: to })
  await announceRights(tx.directory, tx)
  const member = await getMember(tx, id)
  const changes = { role: { from, to } }
  await recordAudit(tx, 'member.role_changed', id, { name: member.name, changes })
  return member
}
