import type { WithConfig, WithDirectory, WithClock } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { isCommonPassword } from './is-common-password.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

/** Checks that a text is a valid new password. @throws {AppError} validation_failed */
export function checkPassword(password: string, field: string): void {
  const { min, max } = PASSWORD_CHARACTERS
  if (password.length < min || password.length > max)
    throw invalidField(field, `must have ${min} to ${max} characters`)
  if (isCommonPassword(password))
    throw invalidField(field, 'is too easy to guess: use several words')
}

/**
 * Returns whether this is the user's password. It takes as long without a user, so that the time of a response does
 * not reveal whether there is one.
 */
export async function isPasswordOf(
  context: WithConfig & WithDirectory,
  userId: string | null,
  password: string | undefined,
): Promise<boolean> {
  return (await findMatchingHash(context, userId, password)) !== undefined
}

/** Returns the stored hash of the user's password if this is the password. It takes as long without a user. */
export async function findMatchingHash(
  context: WithConfig & WithDirectory,
  userId: string | null,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined
  const hash = userId === null ? undefined : await readPasswordHash(context, userId)
  if (hash) return (await verifyPassword(hash, password)) ? hash : undefined
  await hashPassword(context, password)
  return undefined
}

/** Returns the stored hash of a user's password, undefined if they have none. */
export async function readPasswordHash(
  context: WithDirectory,
  userId: string,
): Promise<string | undefined> {
  const account = await context.directory
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return account?.password ?? undefined
}

/** Stores a password hash from `hashPassword` for a user. */
export async function setPasswordHash(
  tx: WithDirectory & WithClock,
  userId: string,
  hash: string,
): Promise<void> {
  const now = tx.clock.now()
  const { numUpdatedRows } = await tx.directory
    .updateTable('accounts')
    .set({ password: hash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await insertInto(tx.directory, 'accounts', {
    id: newId(),
    user_id: userId,
    account_id: userId,
    provider_id: 'credential',
    password: hash,
    created_at: now,
    updated_at: now,
  })
}
