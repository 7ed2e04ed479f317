import type { Context } from '#context.ts'

/** Ends all of a user's sessions except the one with `token`. */
export async function endOtherSessions(
  context: Pick<Context, 'db'>,
  userId: string,
  token: string,
): Promise<void> {
  await context.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token', '<>', token)
    .execute()
}
