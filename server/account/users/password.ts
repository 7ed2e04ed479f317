import type { Context } from '#context.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { isCommonPassword } from './is-common-password.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

/** Checks that a text is a valid new password. @throws {AppError} validation_failed */
export function checkPassword(password: string, field: string): void {
  const { min, max } = PASSWORD_CHARACTERS
  if (password.length < min || password.length > max)
    throw fieldError('validation_failed', field, `must have ${min} to ${max} characters`)
  if (isCommonPassword(password))
    throw fieldError('validation_failed', field, 'is too easy to guess: use several words')
}

/**
 * Returns whether this is the user's password. It takes as long without a user, so that the time of a response does
 * not reveal whether there is one.
 */
export async function isPasswordOf(
  context: Pick<Context, 'config' | 'db'>,
  userId: string | null,
  password: string | undefined,
): Promise<boolean> {
  if (password === undefined) return false
  const account = await context.db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (account?.password) return verifyPassword(account.password, password)
  await hashPassword(context, password)
  return false
}

/** Stores a password hash from `hashPassword` for a user. */
export async function setPasswordHash(
  tx: Pick<Context, 'db' | 'clock'>,
  userId: string,
  hash: string,
): Promise<void> {
  const now = tx.clock.now()
  const { numUpdatedRows } = await tx.db
    .updateTable('accounts')
    .set({ password: hash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await tx.db
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: userId,
      account_id: userId,
      provider_id: 'credential',
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
