import { sql } from 'kysely'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import type { Role } from '#shared/actors.ts'
import type { SessionCookie } from './session-cookie.ts'
import { sessionEnds, sessionStarts } from '../sessions/session-ends.ts'
import { storedToken } from '../sessions/session-token.ts'

/**
 * A session and its user. `endsAt` is when it ends at the latest, `confirmedAt` when the user last proved who they are.
 * `membership` is null for a user without a workspace. `ssoWorkspaceId` is the workspace whose issuer made the session; it
 * gives access to no other workspace.
 */
export type FoundSession = {
  id: string
  userId: string
  endsAt: Date
  confirmedAt: Date
  ssoWorkspaceId: string | null
  membership: {
    workspaceId: string
    id: string
    role: Role
    /** Whether the workspace requires a second factor that the user has not proved in this session. */
    lacksSecondFactor: boolean
    /** Whether the workspace requires single sign-on and the session is of another kind. */
    lacksSso: boolean
  } | null
}

/**
 * Returns the session of a request's cookie. `isUse` is false for checks that the user did not cause; they do not keep
 * the session from expiring.
 */
export type FindSession = (
  headers: IncomingHttpHeaders,
  options?: { isUse?: boolean },
) => Promise<FoundSession | undefined>

type Row = {
  id: string
  user_id: string
  created_at: Date
  used_at: Date
  confirmed_at: Date
  workspace_id: string | null
  membership_id: string | null
  role: Role | null
  lacks_second_factor: boolean | null
  lacks_sso: boolean | null
  sso_workspace_id: string | null
}

/** The last use of a session is recorded this often. */
const USE_MS = 300_000

/**
 * Creates a function that looks up sessions by a request's cookie. It always queries the database, so a session
 * or membership that ended is rejected from the next request on. The workspace is the one chosen for the
 * session, or else the one that the user joined first. If the user left the chosen workspace, there is no
 * membership.
 */
export function createSessionFinder(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  cookie: Pick<SessionCookie, 'read'>,
): FindSession {
  return async (headers, { isUse = true } = {}) => {
    const token = cookie.read(headers)
    if (token === undefined) return undefined
    const now = context.clock.now()
    const { createdAfter, usedAfter } = sessionStarts(context)
    const { rows } = await sql<Row>`
      select sessions.id, sessions.user_id, sessions.created_at,
        coalesce(sessions.last_used_at, sessions.updated_at) as used_at,
        coalesce(sessions.confirmed_at, sessions.created_at) as confirmed_at,
        sessions.sso_workspace_id, joined.workspace_id, joined.id as membership_id, joined.role,
        sessions.sso_workspace_id is null and workspaces.require_second_factor and not exists (
          select from authenticators
          where authenticators.user_id = sessions.user_id and confirmed_at is not null
        ) and not exists (
          select from passkeys
          where passkeys.id = sessions.passkey_id and passkeys.user_id = sessions.user_id
        ) as lacks_second_factor,
        sessions.sso_workspace_id is null and exists (
          select from sso_connections
          where sso_connections.workspace_id = joined.workspace_id and is_required
        ) as lacks_sso
      from sessions
      join users on users.id = sessions.user_id and users.disabled_at is null
      left join lateral (
        select workspace_id, id, role from memberships
        where user_id = sessions.user_id and removed_at is null
          and workspace_id = coalesce(sessions.sso_workspace_id, sessions.workspace_id, workspace_id)
        order by created_at, id
        limit 1
      ) as joined on true
      left join workspaces on workspaces.id = joined.workspace_id
      where sessions.token = ${storedToken(token)} and sessions.expires_at > ${now}
        and sessions.created_at > ${createdAfter}
        and coalesce(sessions.last_used_at, sessions.updated_at) > ${usedAfter}`.execute(context.db)
    const row = rows[0]
    if (!row) return undefined
    const { endsAt, expiresAt } = sessionEnds(context, row.created_at)
    if (isUse && row.used_at.getTime() <= now.getTime() - USE_MS)
      await context.db
        .updateTable('sessions')
        .set({ last_used_at: now, expires_at: expiresAt })
        .where('id', '=', row.id)
        .execute()
    const membership =
      row.workspace_id && row.membership_id && row.role
        ? {
            workspaceId: row.workspace_id,
            id: row.membership_id,
            role: row.role,
            lacksSecondFactor: row.lacks_second_factor ?? false,
            lacksSso: row.lacks_sso ?? false,
          }
        : null
    const { id, user_id: userId, confirmed_at: confirmedAt, sso_workspace_id: ssoWorkspaceId } = row
    return { id, userId, endsAt, confirmedAt, ssoWorkspaceId, membership }
  }
}
