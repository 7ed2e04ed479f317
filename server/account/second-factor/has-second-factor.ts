import type { WithDirectory } from '#db/context.ts'

/** Returns whether a user has turned on a second factor. */
export async function hasSecondFactor(context: WithDirectory, userId: string): Promise<boolean> {
  const row = await context.directory
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
