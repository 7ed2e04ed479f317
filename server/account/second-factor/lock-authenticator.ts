import type { WithDirectory } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'

/** Locks a user's confirmed authenticator app and returns its encrypted secret; undefined if they have none. */
export async function lockAuthenticator(
  tx: WithDirectory,
  userId: string,
): Promise<{ secret: Buffer } | undefined> {
  return tx.directory
    .selectFrom('authenticators')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks a user's second factor. @throws {AppError} second_factor_off */
export async function lockSecondFactor(tx: WithDirectory, userId: string): Promise<void> {
  if (!(await lockAuthenticator(tx, userId)))
    throw new AppError('second_factor_off', 'The second factor is not turned on.')
}
