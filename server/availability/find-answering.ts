import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { sightOf } from '#db/visibility/sight-of.ts'
import type { SeeingMember } from '#lib/found-session.ts'
import { rightsOf } from '#lib/rights-of.ts'
import { grants } from '#shared/grants.ts'
import type { Role } from '#shared/roles.ts'
import type { Scope as KeyScope } from '#shared/scopes.ts'

const SIGHT = sightOf('memberships.role')

/**
 * Finds the members who may answer customers, of these memberships or of all: present ones, who are not disabled, and whose role sends
 * messages. Call it outside a transaction.
 */
export async function findAnswering(
  scope: Scope,
  ids?: readonly string[],
): Promise<Map<string, SeeingMember>> {
  const { rows } = await prepared<SeeingMember & { role: Role; scopes: KeyScope[] | null }>`
    select memberships.id, memberships.role, roles.scopes, ${SIGHT.visibility} as visibility,
      ${SIGHT.seesNoTeam} as "seesNoTeam"
    from memberships
    join users on users.id = memberships.user_id and users.disabled_at is null
    left join roles on roles.workspace_id = ${scope.workspaceId} and roles.id = memberships.role
    where memberships.workspace_id = ${scope.workspaceId} and memberships.removed_at is null
      and (${ids === undefined} or memberships.id = any (${ids ?? []}::uuid[]))`.execute(
    scope.directory,
  )
  const answering = rows.filter(({ role, scopes }) =>
    grants(
      rightsOf(role, { scopes, visibility: null, sees_no_team: null }).scopes,
      'messages:write',
    ),
  )
  return new Map(answering.map((row) => [row.id, row]))
}
