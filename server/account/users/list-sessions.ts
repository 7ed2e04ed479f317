import type { Context } from '#context.ts'
import type { Session } from './schema.ts'

/** More sessions than this are not listed; the oldest are left out. */
const SESSIONS_MAX = 100

/** Returns a user's sessions that have not expired, newest first. `token` is the one of the current session. */
export async function listSessions(
  context: Pick<Context, 'db' | 'clock'>,
  userId: string,
  token: string | undefined,
): Promise<Session[]> {
  const rows = await context.db
    .selectFrom('sessions')
    .select(['id', 'token', 'ip_address', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', context.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map(({ token: own, ...session }) => ({ ...session, is_current: own === token }))
}
