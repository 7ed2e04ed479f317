import { lockAdmins } from '#account/users/lock-admins.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import type { Role } from '#shared/roles.ts'

/** An active membership, locked together with all admins' memberships. */
type LockedMember = {
  id: string
  userId: string
  role: Role
  isLastAdmin: boolean
}

/**
 * Locks the membership together with those of the workspace's admins until the transaction ends: if two admins
 * give up the role concurrently, the second sees the first change. @throws {AppError} membership_not_found
 */
export async function lockMember(tx: Scope, id: string): Promise<LockedMember> {
  const admins = await lockAdmins(tx)
  const member = isUuid(id)
    ? await selectFrom(tx, 'memberships')
        .select(['id', 'user_id as userId', 'role'])
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!member)
    throw new AppError('membership_not_found', `There is no member ${id} in this workspace.`)
  return { ...member, isLastAdmin: member.role === 'admin' && admins.length <= 1 }
}

/** Creates the error for a change that would leave the workspace without an admin. */
export function lastAdmin(): AppError {
  return new AppError(
    'last_admin',
    'This is the only admin of the workspace. Make another member an admin first.',
  )
}
