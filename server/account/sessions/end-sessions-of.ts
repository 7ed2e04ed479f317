import type { WithDirectory } from '#db/context.ts'

/** Ends a user's sessions, except the one with the id `keptId` if it is given, and returns how many ended. */
export async function endSessionsOf(
  context: WithDirectory,
  userId: string,
  keptId?: string,
): Promise<number> {
  const { numDeletedRows } = await context.directory
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptId !== undefined, (query) => query.where('id', '<>', keptId!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
