import type { Context } from '#context.ts'
import { fieldError } from '#lib/errors.ts'
import { isPasswordOf } from './password.ts'

/**
 * Records that the user of a session proved again who they are, so that the session can make and see secrets for a while.
 *
 * @throws {AppError} validation_failed (password)
 */
export async function confirmSession(
  context: Pick<Context, 'config' | 'db' | 'clock'>,
  session: { id: string; userId: string },
  password: string,
): Promise<void> {
  if (!(await isPasswordOf(context, session.userId, password)))
    throw fieldError('validation_failed', 'password', 'is not your password')
  await context.db
    .updateTable('sessions')
    .set({ confirmed_at: context.clock.now() })
    .where('id', '=', session.id)
    .execute()
}
