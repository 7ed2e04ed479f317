import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { forgetUnverifiedAccess } from '../sessions/forget-unverified-access.ts'
import { checkPassword } from '../users/check-password.ts'
import { hashPassword } from '../users/hash-password.ts'
import { resetIdentifier } from './reset-identifier.ts'
import { writePassword } from './write-password.ts'

/**
 * Sets a new password with the token of a mailed link, which works once, and ends all of the user's sessions. Returns the
 * user's address.
 *
 * @throws {AppError} password_reset_not_found (unknown, used or expired), validation_failed
 */
export async function resetPassword(
  context: Context,
  input: { token: string; password: string },
): Promise<{ email: string }> {
  checkPassword(input.password, 'password')
  const identifier = resetIdentifier(input.token)
  // Check the token before hashing the password: hashing is slow on purpose and must not be available to
  // strangers.
  const valid = await context.directory
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst()
  if (!valid) throw notFound()
  const hash = await hashPassword(context, input.password)
  return directoryTransaction(context, async (tx) => {
    const used = await tx.directory
      .deleteFrom('verifications')
      .where('identifier', '=', identifier)
      .where('expires_at', '>', tx.clock.now())
      .returning('value')
      .executeTakeFirst()
    if (!used) throw notFound()
    await writePassword(tx, used.value, { hash, action: 'member.password_reset' })
    await forgetUnverifiedAccess(tx, used.value)
    // Opening a link that was sent by mail verifies the address.
    return tx.directory
      .updateTable('users')
      .set({ email_verified: true, updated_at: tx.clock.now() })
      .where('id', '=', used.value)
      .returning('email')
      .executeTakeFirstOrThrow()
  })
}

function notFound(): AppError {
  return new AppError(
    'password_reset_not_found',
    'The link was already used or has expired. Request a new one.',
  )
}
