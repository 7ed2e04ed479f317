import type { Context } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { checkPassword, hashPassword } from '../users/password.ts'
import { resetIdentifier } from './reset-token.ts'
import { writePassword } from './write-password.ts'

/**
 * Sets a new password by the token of a mailed link, which serves once, and ends every session of the user.
 *
 * @throws {AppError} password_reset_not_found (unknown, used or expired), validation_failed
 */
export async function resetPassword(
  context: Context,
  input: { token: string; password: string },
): Promise<void> {
  checkPassword(input.password, 'password')
  const identifier = resetIdentifier(input.token)
  // Before the password is hashed, which is made to be slow: strangers do not get that for nothing.
  const valid = await context.db
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst()
  if (!valid) throw notFound()
  const hash = await hashPassword(input.password)
  await transaction(context, async (tx) => {
    const used = await tx.db
      .deleteFrom('verifications')
      .where('identifier', '=', identifier)
      .where('expires_at', '>', tx.clock.now())
      .returning('value')
      .executeTakeFirst()
    if (!used) throw notFound()
    await writePassword(tx, used.value, { hash, action: 'member.password_reset' })
    // The link came by mail: the address is the user's.
    await tx.db
      .updateTable('users')
      .set({ email_verified: true, updated_at: tx.clock.now() })
      .where('id', '=', used.value)
      .execute()
  })
}

function notFound(): AppError {
  return new AppError(
    'password_reset_not_found',
    'The link was already used or has expired. Request a new one.',
  )
}
