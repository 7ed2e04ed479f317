import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { checkEmail } from './check-email.ts'

/**
 * Ends the sessions of the user with this address, or of all users if it is undefined. Returns how many ended.
 *
 * @throws {AppError} user_not_found, validation_failed (email)
 */
export async function endSessions(
  context: Pick<Context, 'db'>,
  address: string | undefined,
): Promise<number> {
  const query = context.db.deleteFrom('sessions')
  if (address === undefined) return Number((await query.executeTakeFirst()).numDeletedRows)
  const email = checkEmail(address)
  const user = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) throw new AppError('user_not_found', `${email} has no account.`)
  return Number((await query.where('user_id', '=', user.id).executeTakeFirst()).numDeletedRows)
}
