import type { Context, WithDirectory } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { lockSecondFactor } from './lock-authenticator.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'

/** Turns off a user's second factor and deletes their recovery codes. @throws {AppError} second_factor_off */
export async function turnOffSecondFactor(context: Context, userId: string): Promise<void> {
  await directoryTransaction(context, async (tx) => {
    await lockSecondFactor(tx, userId)
    await deleteSecondFactor(tx, userId)
    await recordAccountChange(tx, userId, 'member.second_factor_turned_off')
  })
}

/** Deletes a user's authenticator app, recovery codes and started sign-ins. */
export async function deleteSecondFactor(tx: WithDirectory, userId: string): Promise<void> {
  for (const table of ['authenticators', 'recovery_codes', 'second_steps'] as const)
    await tx.directory.deleteFrom(table).where('user_id', '=', userId).execute()
}
