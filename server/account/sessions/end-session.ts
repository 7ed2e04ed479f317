import type { Context } from '#context.ts'
import { storedToken } from './session-token.ts'

/** Ends the session with this token, if there is one. */
export async function endSession(context: Pick<Context, 'db'>, token: string): Promise<void> {
  await context.db.deleteFrom('sessions').where('token', '=', storedToken(token)).execute()
}
