import type { Context } from '#context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { lockAuthenticator } from './lock-authenticator.ts'
import { recordFactorChange } from './record-factor-change.ts'
import { deleteSecondFactor } from './turn-off-second-factor.ts'

/**
 * Turns off the second factor of a user who lost their device, for the operator. Ends all of the user's sessions.
 * `wasOn` is false if they had no second factor; then nothing changes.
 *
 * @throws {AppError} user_not_found
 */
export async function resetSecondFactor(
  context: Context,
  input: { email: string },
): Promise<{ user: { id: string; name: string; email: string }; wasOn: boolean }> {
  const email = input.email.trim().toLowerCase()
  return directoryTransaction(context, async (tx) => {
    const user = await tx.directory
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!user) throw new AppError('user_not_found', `${email} has no account.`)
    if (!(await lockAuthenticator(tx, user.id))) return { user, wasOn: false }
    await deleteSecondFactor(tx, user.id)
    await endSessionsOf(tx, user.id)
    await recordFactorChange(tx, user.id, 'reset')
    return { user, wasOn: true }
  })
}
