import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { getUserByEmail } from '../sessions/find-user-by-email.ts'
import type { User } from '../sessions/find-user-by-email.ts'
import { lockAuthenticator } from './lock-authenticator.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
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
): Promise<{ user: User; wasOn: boolean }> {
  const email = input.email.trim().toLowerCase()
  return directoryTransaction(context, async (tx) => {
    const user = await getUserByEmail(tx, email)
    if (!(await lockAuthenticator(tx, user.id))) return { user, wasOn: false }
    await deleteSecondFactor(tx, user.id)
    await endSessionsOf(tx, user.id)
    await recordAccountChange(tx, user.id, 'member.second_factor_reset')
    return { user, wasOn: true }
  })
}
