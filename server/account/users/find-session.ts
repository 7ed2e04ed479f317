import { sql } from 'kysely'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import type { Role } from '#shared/actors.ts'
import type { Auth } from './auth.ts'

/** The signed-in user. `membership` is null for a user without a workspace. */
export type FoundSession = {
  userId: string
  membership: { workspaceId: string; id: string; role: Role } | null
}

type Row = {
  user_id: string
  workspace_id: string | null
  membership_id: string | null
  role: Role | null
}

/**
 * Creates a function that looks up sessions by a request's cookie. It always queries the database, so a session
 * or membership that ended is rejected from the next request on. The workspace is the one chosen for the
 * session, or else the one that the user joined first. If the user left the chosen workspace, there is no
 * membership.
 */
export function createSessionFinder(
  context: Pick<Context, 'db' | 'clock'>,
  auth: Auth,
): (headers: IncomingHttpHeaders) => Promise<FoundSession | undefined> {
  return async (headers) => {
    const token = auth.readToken(headers)
    if (token === undefined) return undefined
    const { rows } = await sql<Row>`
      select sessions.user_id, joined.workspace_id, joined.id as membership_id, joined.role
      from sessions
      join users on users.id = sessions.user_id and users.disabled_at is null
      left join lateral (
        select workspace_id, id, role from memberships
        where user_id = sessions.user_id and removed_at is null
          and workspace_id = coalesce(sessions.workspace_id, workspace_id)
        order by created_at, id
        limit 1
      ) as joined on true
      where sessions.token = ${token} and sessions.expires_at > ${context.clock.now()}`.execute(
      context.db,
    )
    const row = rows[0]
    if (!row) return undefined
    const membership =
      row.workspace_id && row.membership_id && row.role
        ? { workspaceId: row.workspace_id, id: row.membership_id, role: row.role }
        : null
    return { userId: row.user_id, membership }
  }
}
