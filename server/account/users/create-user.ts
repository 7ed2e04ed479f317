import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { insertUser } from './insert-user.ts'
import { joinWorkspace } from './join-workspace.ts'
import { checkPassword, hashPassword } from './password.ts'

/** A user, and its membership of the scope's workspace. */
export type CreatedUser = {
  user: { id: string; name: string; email: string; created_at: Date }
  membership: { id: string; workspace_id: string; role: 'admin' | 'agent'; created_at: Date }
}

/** Who joins the workspace; the name is the e-mail's local part unless it is given. */
export type CreateUserInput = {
  email: string
  password: string
  name?: string | undefined
  role: 'admin' | 'agent'
}

/**
 * Creates a user who may sign in, with a membership of the workspace. A user whom another workspace has
 * already joins this one and keeps the password.
 *
 * @throws {AppError} validation_failed (email, password), email_taken (a member of this workspace already)
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

/** `email` in the form in which it is kept. @throws {AppError} validation_failed */
export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length <= 254 && /^[^\s@<>"',;:()[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email))
    return email
  throw fieldError('validation_failed', 'email', 'must be an e-mail address')
}
