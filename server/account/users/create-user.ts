import { cleanName } from '#lib/clean-name.ts'
import type { Role } from '#shared/roles.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { addMembership } from './add-member.ts'
import type { AddedMember } from './add-member.ts'
import { checkEmail } from './check-email.ts'
import { isMember } from './is-member.ts'
import { insertUser } from './insert-user.ts'
import { checkPassword } from './check-password.ts'
import { hashPassword } from './hash-password.ts'

/** A user to create. The name defaults to the local part of the email address. */
type CreateUserInput = {
  email: string
  password: string
  name?: string | undefined
  role: Role
}

/**
 * Creates a user with a membership of the workspace. The operator vouches for the address, so the account is verified.
 *
 * @throws {AppError} validation_failed (email, password), email_taken
 */
export async function createUser(scope: Scope, input: CreateUserInput): Promise<AddedMember> {
  const email = checkEmail(input.email)
  checkPassword(input.password, 'password')
  const hash = await hashPassword(scope, input.password)
  const name = cleanName(input.name ?? '') ?? email.slice(0, email.indexOf('@'))
  return directoryTransaction(scope, async (tx) => {
    const { user, isNew } = await insertUser(tx, { email, name, hash, isVerified: true })
    if (!isNew) throw await emailTaken(tx, email)
    return { user, membership: await addMembership(tx, user, input.role) }
  })
}

async function emailTaken(tx: Scope, email: string): Promise<AppError> {
  return new AppError(
    'email_taken',
    (await isMember(tx, email))
      ? `${email} is already a member of this workspace.`
      : `${email} already has an account, and its password was not changed. Use --existing to add it to this workspace.`,
  )
}
