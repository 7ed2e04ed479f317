import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { checkEmail } from '../users/check-email.ts'
import { getUserByEmail } from '../sessions/find-user-by-email.ts'
import type { User } from '../sessions/find-user-by-email.ts'
import { forgetUnverifiedAccess } from '../sessions/forget-unverified-access.ts'
import { checkPassword } from '../users/check-password.ts'
import { hashPassword } from '../users/hash-password.ts'
import { writePassword } from './write-password.ts'

/**
 * Sets a user's password for the operator, who vouches that the account belongs to the owner of the address. Ends all
 * of the user's sessions and verifies the account.
 *
 * @throws {AppError} user_not_found, validation_failed (email, password)
 */
export async function setPassword(
  context: Context,
  input: { email: string; password: string },
): Promise<User> {
  const email = checkEmail(input.email)
  checkPassword(input.password, 'password')
  const hash = await hashPassword(context, input.password)
  return directoryTransaction(context, async (tx) => {
    const user = await getUserByEmail(tx, email, { forUpdate: true })
    await forgetUnverifiedAccess(tx, user.id)
    await tx.directory
      .updateTable('users')
      .set({ email_verified: true, updated_at: tx.clock.now() })
      .where('id', '=', user.id)
      .execute()
    await writePassword(tx, user.id, { hash, action: 'member.password_set' })
    return user
  })
}
