import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Locks a user's confirmed authenticator app and returns its encrypted secret.
 *
 * @throws {AppError} second_factor_off
 */
export async function lockAuthenticator(
  tx: Pick<Context, 'db'>,
  userId: string,
): Promise<{ secret: Buffer }> {
  const row = await tx.db
    .selectFrom('authenticators')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('second_factor_off', 'The second factor is not turned on.')
  return row
}
