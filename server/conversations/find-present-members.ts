import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { sightOf } from '#db/visibility/sight-of.ts'
import { isUuid } from '#lib/ids.ts'
import type { SeeingMember } from '#lib/found-session.ts'

/** The members of the workspace, of those that were asked for, who had not left when they were read, by their ids. */
export type PresentMembers = ReadonlyMap<string, SeeingMember>

const SIGHT = sightOf('memberships.role')

/**
 * Finds which of these memberships, by default of all, belong to current members of the workspace. Call it before the
 * transaction that needs them: the removal of a member in between also unassigns what that transaction assigns.
 */
export async function findPresentMembers(
  scope: Scope,
  ids?: (string | null | undefined)[],
): Promise<PresentMembers> {
  const wanted = ids && [...new Set(ids.flatMap((id) => id?.toLowerCase() ?? []))]
  if (wanted?.length === 0) return new Map()
  const { rows } = await prepared<SeeingMember>`
    select memberships.id, ${SIGHT.visibility} as visibility, ${SIGHT.seesNoTeam} as "seesNoTeam"
    from memberships
    left join roles on roles.workspace_id = ${scope.workspaceId} and roles.id = memberships.role
    where memberships.workspace_id = ${scope.workspaceId} and removed_at is null
      and (${wanted === undefined} or memberships.id = any (${wanted?.filter(isUuid) ?? []}::uuid[]))`.execute(
    scope.directory,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
