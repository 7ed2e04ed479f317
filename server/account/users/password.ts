import type { Context } from '#context.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'

/** Checks that a text is a valid password. @throws {AppError} validation_failed */
export function checkPassword(password: string, field: string): void {
  const { min, max } = PASSWORD_CHARACTERS
  if (password.length < min || password.length > max)
    throw fieldError('validation_failed', field, `must have ${min} to ${max} characters`)
}

/** Hashes a password with scrypt and a salt. This is slow on purpose. */
export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto')
  return library.hashPassword(password)
}

/** Returns whether this is the user's password. */
export async function isPasswordOf(
  context: Pick<Context, 'db'>,
  userId: string,
  password: string,
): Promise<boolean> {
  const account = await context.db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password) return false
  const library = await import('better-auth/crypto')
  return library.verifyPassword({ hash: account.password, password })
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
