import { getMember } from '#account/users/get-member.ts'
import { writeRole } from '#account/users/write-role.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { Member } from '#account/users/schema.ts'
import { firstOf } from '#lib/first-of.ts'
import { lastAdmin, lockMember } from './lock-member.ts'
import { describeMembers } from '#availability/describe-members.ts'

/**
 * Changes a member's role. Takes effect with their next request. @throws {AppError} membership_not_found,
 * role_not_found, last_admin
 */
export async function changeRole(scope: Scope, id: string, given: string): Promise<Member> {
  const role = given.toLowerCase()
  const changed = await directoryTransaction(scope, async (tx) => {
    const before = await lockMember(tx, id)
    if (before.role === role) return getMember(tx, before.id)
    if (before.isLastAdmin) throw lastAdmin()
    return writeRole(tx, before, role)
  })
  return firstOf(await describeMembers(scope, [changed]))
}
