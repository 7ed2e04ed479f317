import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WithClock, WithConfig } from '#db/context.ts'
import { sightOf } from '#db/visibility/sight-of.ts'
import { sessionStarts } from './session-ends.ts'

const SIGHT = sightOf('joined.role')

/**
 * Returns the source `session` of a query: the sessions that are valid now, with their membership. The workspace is the
 * one chosen for the session, or else the one that the user joined first. If the user left the chosen workspace, there is
 * no membership. A built-in role has no `role_scopes` (`rightsOf`). `lacks_second_factor` and `lacks_sso` say that the workspace requires what the session does not have.
 */
export function validSessions(context: WithConfig & WithClock): RawBuilder<unknown> {
  const { createdAfter, usedAfter } = sessionStarts(context)
  return sql`(
    select sessions.id, sessions.user_id, sessions.token, sessions.created_at,
      coalesce(sessions.last_used_at, sessions.updated_at) as used_at,
      coalesce(sessions.confirmed_at, sessions.created_at) as confirmed_at,
      sessions.sso_workspace_id, joined.workspace_id, joined.id as membership_id, joined.role, users.locale,
      roles.scopes as role_scopes, ${SIGHT.visibility} as visibility, ${SIGHT.seesNoTeam} as sees_no_team,
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
    left join roles on roles.workspace_id = joined.workspace_id and roles.id = joined.role
    where sessions.expires_at > ${context.clock.now()} and sessions.created_at > ${createdAfter}
      and coalesce(sessions.last_used_at, sessions.updated_at) > ${usedAfter}
  ) as session`
}
