import type { Context } from '#db/context.ts'
import { invalidCredentials } from './invalid-credentials.ts'

/**
 * Locks a user who proved who they are, so that a change of how they sign in, and their disabling, wait for the caller's transaction.
 *
 * @throws {AppError} invalid_credentials (the user is disabled)
 */
export async function lockEnabledUser(
  tx: Pick<Context, 'directory'>,
  userId: string,
): Promise<void> {
  const { disabled_at: disabledAt } = await tx.directory
    .selectFrom('users')
    .select('disabled_at')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (disabledAt) throw invalidCredentials()
}
