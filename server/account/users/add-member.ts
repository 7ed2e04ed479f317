import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import type { Role } from '#shared/roles.ts'
import { checkEmail } from './check-email.ts'
import { joinWorkspace } from './join-workspace.ts'
import type { Membership } from './join-workspace.ts'

type User = { id: string; name: string; email: string; created_at: Date }

/** A user and their membership of the scope's workspace. */
export type AddedMember = { user: User; membership: Membership }

/**
 * Adds a user who has an account to the workspace. They keep their password.
 *
 * @throws {AppError} user_not_found, account_not_verified (its password may be known to whoever created it),
 * email_taken (already a member)
 */
export async function addMember(
  scope: Scope,
  input: { email: string; role: Role },
): Promise<AddedMember> {
  const email = checkEmail(input.email)
  return directoryTransaction(scope, async (tx) => {
    const found = await tx.directory
      .selectFrom('users')
      .select(['id', 'name', 'email', 'created_at', 'email_verified'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!found) throw new AppError('user_not_found', `${email} has no account.`)
    const { email_verified: isVerified, ...user } = found
    if (!isVerified)
      throw new AppError(
        'account_not_verified',
        `Nobody has proved to own ${email}, and whoever created the account may know its password. Set a new one first: parley users set-password.`,
      )
    return { user, membership: await addMembership(tx, user, input.role) }
  })
}

/** Makes a user a member, and records it in the audit log. @throws {AppError} email_taken (already a member) */
export async function addMembership(
  tx: Scope,
  user: Pick<User, 'id' | 'name' | 'email'>,
  role: Role,
): Promise<Membership> {
  const membership = await joinWorkspace(tx, user.id, role)
  if (!membership)
    throw new AppError('email_taken', `${user.email} is already a member of this workspace.`)
  await recordAudit(tx, 'member.added', membership.id, {
    name: user.name,
    email: user.email,
    role: membership.role,
  })
  return membership
}
