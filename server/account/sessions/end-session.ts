import type { WithDirectory } from '#db/context.ts'
import { storedToken } from './stored-token.ts'

/** Ends the session with this token and returns the id of its user; undefined if there is no such session. */
export async function endSession(
  context: WithDirectory,
  token: string,
): Promise<string | undefined> {
  const ended = await context.directory
    .deleteFrom('sessions')
    .where('token', '=', storedToken(token))
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}
