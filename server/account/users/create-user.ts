import type { Role } from '#shared/actors.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { insertUser } from './insert-user.ts'
import { joinWorkspace } from './join-workspace.ts'
import { checkPassword, hashPassword } from './password.ts'

/** A user and their membership of the scope's workspace. */
type CreatedUser = {
  user: { id: string; name: string; email: string; created_at: Date }
  membership: { id: string; workspace_id: string; role: Role; created_at: Date }
}

/** A user to create. The name defaults to the local part of the e-mail address. */
type CreateUserInput = {
  email: string
  password: string
  name?: string | undefined
  role: Role
}

/**
 * Creates a user with a membership of the workspace. A user who already exists in another workspace joins this
 * one and keeps their password.
 *
 * @throws {AppError} validation_failed (email, password), email_taken (already a member of this workspace)
 */
export async function createUser(scope: Scope, input: CreateUserInput): Promise<CreatedUser> {
  const email = checkEmail(input.email)
  checkPassword(input.password, 'password')
  const hash = await hashPassword(input.password)
  const name = input.name?.trim() || email.slice(0, email.indexOf('@'))
  return transaction(scope, async (tx) => {
    const { user } = await insertUser(tx, { email, name, hash })
    const membership = await joinWorkspace(tx, user.id, input.role)
    if (!membership)
      throw new AppError('email_taken', `${email} is already a member of this workspace.`)
    await recordAudit(tx, {
      action: 'member.added',
      targetType: 'member',
      targetId: membership.id,
      data: { name: user.name, email, role: membership.role },
    })
    return { user, membership }
  })
}

/** Returns `email` in its stored form. @throws {AppError} validation_failed */
export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length <= 254 && /^[^\s@<>"',;:()[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email))
    return email
  throw fieldError('validation_failed', 'email', 'must be an e-mail address')
}
