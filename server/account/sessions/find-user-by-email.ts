import type { WithDirectory } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'

/** The fields of a user that sign-ins and the command line show. */
export type User = { id: string; name: string; email: string }

/** Returns the user with an email address in its stored form, or undefined. `forUpdate` locks them. */
export async function findUserByEmail(
  context: WithDirectory,
  email: string,
  { forUpdate = false } = {},
): Promise<User | undefined> {
  return context.directory
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Returns the user with an email address in its stored form. @throws {AppError} user_not_found */
export async function getUserByEmail(
  context: WithDirectory,
  email: string,
  options?: { forUpdate?: boolean },
): Promise<User> {
  const user = await findUserByEmail(context, email, options)
  if (!user) throw new AppError('user_not_found', `${email} has no account.`)
  return user
}
