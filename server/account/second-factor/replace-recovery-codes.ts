import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { lockSecondFactor } from './lock-authenticator.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'

/** Replaces a user's recovery codes and returns the new ones. @throws {AppError} second_factor_off */
export async function replaceRecoveryCodes(context: Context, userId: string): Promise<string[]> {
  return directoryTransaction(context, async (tx) => {
    await lockSecondFactor(tx, userId)
    const codes = await createRecoveryCodes(tx, userId)
    await recordAccountChange(tx, userId, 'member.recovery_codes_replaced')
    return codes
  })
}
