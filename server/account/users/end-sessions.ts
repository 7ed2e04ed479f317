import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { checkEmail } from './check-email.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'

/**
 * Ends the sessions of the user with this address, or of all users if it is undefined. Returns how many ended.
 *
 * @throws {AppError} user_not_found, validation_failed (email)
 */
export async function endSessions(
  context: Pick<Context, 'db'>,
  address: string | undefined,
): Promise<number> {
  if (address === undefined)
    return Number((await context.db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows)
  const email = checkEmail(address)
  const user = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) throw new AppError('user_not_found', `${email} has no account.`)
  return endSessionsOf(context, user.id)
}
