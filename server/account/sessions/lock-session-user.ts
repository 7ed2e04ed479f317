import type { WithDirectory } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { lockUser } from './lock-user.ts'

/**
 * Locks the user of a session that changes how they sign in. What ends the session while the request waits, such as a
 * password reset, must not be undone by the request.
 *
 * @throws {AppError} unauthenticated (the session has ended)
 */
export async function lockSessionUser(
  tx: WithDirectory,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await lockUser(tx, userId)
  const session = await tx.directory
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!session) throw new AppError('unauthenticated', 'Sign in first.')
}
