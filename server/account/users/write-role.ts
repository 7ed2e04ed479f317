import type { Scope } from '#db/context.ts'
import type { Role } from '#shared/actors.ts'
import { updateById } from '#db/update-by-id.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { getMember } from './get-member.ts'
import type { Member } from './schema.ts'

/** Gives a member another role than the one they have, and records it, in the caller's transaction. */
export async function writeRole(
  tx: Scope,
  { id, role: from }: Pick<Member, 'id' | 'role'>,
  to: Role,
): Promise<Member> {
  await updateById(tx, 'memberships', id, { role: to })
  const member = await getMember(tx, id)
  const changes = { role: { from, to } }
  await recordAudit(tx, 'member.role_changed', id, { name: member.name, changes })
  return member
}
