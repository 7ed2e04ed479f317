import type { Context } from '#db/context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { prepared } from '#db/prepared.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { FindSession } from '#lib/found-session.ts'
import { rightsOf } from '#lib/rights-of.ts'
import type { Role, Visibility } from '#shared/roles.ts'
import type { Scope } from '#shared/scopes.ts'
import type { SessionCookie } from './session-cookie.ts'
import { sessionEnds } from '../sessions/session-ends.ts'
import { storedToken } from '../sessions/stored-token.ts'
import { validSessions } from '../sessions/valid-sessions.ts'

type Row = {
  id: string
  token: string
  user_id: string
  created_at: Date
  used_at: Date
  confirmed_at: Date
  workspace_id: string | null
  membership_id: string | null
  role: Role | null
  role_scopes: Scope[] | null
  visibility: Visibility | null
  sees_no_team: boolean | null
  lacks_second_factor: boolean | null
  lacks_sso: boolean | null
  sso_workspace_id: string | null
}

/** The last use of a session is recorded this often. */
const USE_MS = 300_000

/**
 * Creates a function that looks up sessions by a request's cookie. Concurrent look-ups share one query. Results are never
 * cached, so a session or membership that ended is rejected from the next request on.
 */
export function createSessionFinder(
  context: Pick<Context, 'directory' | 'clock' | 'config'>,
  cookie: Pick<SessionCookie, 'read'>,
): FindSession {
  const findRow = coalesce<string, Row | undefined>({
    name: 'find_sessions',
    maxBatch: 500,
    concurrency: 2,
    run: async (tokens) => {
      const { rows } = await prepared<Row>`
        select id, token, user_id, created_at, used_at, confirmed_at, sso_workspace_id, workspace_id, membership_id,
          role, role_scopes, visibility, sees_no_team, lacks_second_factor, lacks_sso
        from ${validSessions(context)}
        where token = any (${[...new Set(tokens)]}::text[])`.execute(context.directory)
      const found = new Map(rows.map((row) => [row.token, row]))
      return tokens.map((token) => ({ status: 'fulfilled', value: found.get(token) }))
    },
  })
  return async (headers, { isUse = true } = {}) => {
    const token = cookie.read(headers)
    if (token === undefined) return undefined
    const now = context.clock.now()
    const row = await findRow(storedToken(token))
    if (!row) return undefined
    const { endsAt, expiresAt } = sessionEnds(context, row.created_at)
    if (isUse && row.used_at.getTime() <= now.getTime() - USE_MS)
      await context.directory
        .updateTable('sessions')
        .set({ last_used_at: now, expires_at: expiresAt })
        .where('id', '=', row.id)
        .execute()
        .catch(ignoreAbsence)
    const membership =
      row.workspace_id && row.membership_id && row.role
        ? {
            workspaceId: row.workspace_id,
            id: row.membership_id,
            role: row.role,
            ...toRights(row.role, row),
            lacksSecondFactor: row.lacks_second_factor ?? false,
            lacksSso: row.lacks_sso ?? false,
          }
        : null
    const { id, user_id: userId, confirmed_at: confirmedAt, sso_workspace_id: ssoWorkspaceId } = row
    return { id, userId, endsAt, confirmedAt, ssoWorkspaceId, membership }
  }
}

function toRights(role: Role, { role_scopes, visibility, sees_no_team }: Row) {
  const rights = rightsOf(role, { scopes: role_scopes, visibility, sees_no_team })
  return {
    scopes: rights.scopes,
    visibility: rights.visibility,
    seesNoTeam: rights.sees_no_team,
  }
}

/** Ignores that the directory cannot be written: the next use of the session is recorded. */
function ignoreAbsence(err: unknown): void {
  if (!isDatabaseUnavailable(err)) throw err
}
