import type { Context } from '#context.ts'

/** Ends all of a user's sessions except the one with the id `keptId`. */
export async function endOtherSessions(
  context: Pick<Context, 'db'>,
  userId: string,
  keptId: string,
): Promise<void> {
  await context.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .execute()
}
