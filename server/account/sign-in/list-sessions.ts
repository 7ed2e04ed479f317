import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import type { FoundSession } from '#lib/found-session.ts'
import type { Session } from '../users/schema.ts'
import { sessionStarts } from '../sessions/session-ends.ts'

/** More sessions than this are not listed; the oldest are left out. */
const SESSIONS_MAX = 100

/** Returns the valid sessions of a session's user, newest first; a session of an issuer lists only its workspace. */
export async function listSessions(
  context: Pick<Context, 'directory' | 'clock' | 'config'>,
  { userId, id: currentId, ssoWorkspaceId }: Pick<FoundSession, 'userId' | 'id' | 'ssoWorkspaceId'>,
): Promise<Session[]> {
  const { createdAfter, usedAfter } = sessionStarts(context)
  const { rows } = await sql<Omit<Session, 'is_current'>>`
    select id, ip_address, user_agent, created_at, coalesce(last_used_at, updated_at) as last_used_at, expires_at
    from sessions
    where user_id = ${userId}
      and (${ssoWorkspaceId}::uuid is null or sso_workspace_id = ${ssoWorkspaceId}::uuid) and expires_at > ${context.clock.now()} and created_at > ${createdAfter}
      and coalesce(last_used_at, updated_at) > ${usedAfter}
    order by created_at desc, id desc
    limit ${SESSIONS_MAX}`.execute(context.directory)
  return rows.map((session) => ({ ...session, is_current: session.id === currentId }))
}
