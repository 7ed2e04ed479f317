import { selectMembers } from '#account/users/get-member.ts'
import type { Member } from '#account/users/schema.ts'
import { describeMembers } from '#availability/describe-members.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { firstOf } from '#lib/first-of.ts'
import { isUuid } from '#lib/ids.ts'

/** Returns a current or former member of the workspace. @throws {AppError} membership_not_found */
export async function getMember(scope: Scope, id: string): Promise<Member> {
  const member = isUuid(id)
    ? await selectMembers(scope).where('memberships.id', '=', id).executeTakeFirst()
    : undefined
  if (!member) throw notFound('memberships', id)
  return firstOf(await describeMembers(scope, [member]))
}
