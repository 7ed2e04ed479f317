import type { Context } from '#db/context.ts'
import type { Browser } from './browser-of.ts'
import { confirmPassword } from './confirm-password.ts'

/**
 * Records that the user of a session proved again who they are, so that the session can make and see secrets for a while.
 *
 * @throws {AppError} validation_failed (password)
 */
export async function confirmSession(
  context: Context,
  session: { id: string; userId: string },
  { password, browser }: { password: string; browser: Browser },
): Promise<void> {
  await confirmPassword(context, { userId: session.userId, password, field: 'password', browser })
  await context.directory
    .updateTable('sessions')
    .set({ confirmed_at: context.clock.now() })
    .where('id', '=', session.id)
    .execute()
}
