import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { lockUser } from '../sessions/lock-user.ts'
import { decryptAuthenticatorSecret } from './encrypt-authenticator-secret.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
import { alreadyOn } from './start-set-up.ts'
import { findStep, withoutSpaces } from './totp.ts'

/** A set-up that was started longer ago must be started again. */
const SET_UP_MS = 3_600_000

/**
 * Turns on the second factor with a code of the app, and returns the recovery codes. Ends the user's other sessions,
 * because they were created with the password alone.
 *
 * @throws {AppError} second_factor_on, second_factor_off (not started, or too long ago), validation_failed (code)
 */
export async function confirmSetUp(
  context: Context,
  input: { userId: string; code: string; keptSessionId: string },
): Promise<string[]> {
  const { userId, code, keptSessionId } = input
  return directoryTransaction(context, async (tx) => {
    await lockUser(tx, userId)
    const now = tx.clock.now()
    const row = await tx.directory
      .selectFrom('authenticators')
      .select(['secret', 'confirmed_at', 'created_at'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.confirmed_at) throw alreadyOn()
    if (!row || now.getTime() - row.created_at.getTime() > SET_UP_MS)
      throw new AppError('second_factor_off', 'The set-up has expired. Start it again.')
    const secret = decryptAuthenticatorSecret(tx, userId, row.secret)
    const step = findStep(secret, withoutSpaces(code), now)
    if (step === undefined) throw invalidField('code', 'is not the current code of the app')
    await tx.directory
      .updateTable('authenticators')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', userId)
      .execute()
    await endSessionsOf(tx, userId, keptSessionId)
    const codes = await createRecoveryCodes(tx, userId)
    await recordAccountChange(tx, userId, 'member.second_factor_turned_on')
    return codes
  })
}
