import type { Scope } from '#db/context.ts'
import { selectMembers } from './get-member.ts'

/** Returns whether the user with this email address is a member of the workspace. */
export async function isMember(tx: Scope, email: string): Promise<boolean> {
  const member = await selectMembers(tx)
    .where('memberships.removed_at', 'is', null)
    .where('users.email', '=', email)
    .executeTakeFirst()
  return member !== undefined
}
