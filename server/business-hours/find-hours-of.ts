import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { BusinessHours } from '#shared/business-hours.ts'

/**
 * Returns the business hours of each of these teams: those of the team, else the default ones of the workspace, else null. The team null
 * is that of conversations without a team.
 */
export async function findHoursOf(
  scope: Scope,
  teamIds: readonly (string | null)[],
): Promise<Map<string | null, BusinessHours | null>> {
  const { workspaceId } = scope
  const asked = [...new Set(teamIds)]
  const ids = asked.filter((id) => id !== null)
  const { rows } = await prepared<BusinessHours & { is_default: boolean; team_ids: string[] }>`
    select time_zone, week, exceptions, is_default,
      array(
        select id from teams
        where teams.workspace_id = ${workspaceId} and teams.id = any (${ids}::uuid[])
          and business_hours_id = business_hours.id
      ) as team_ids
    from business_hours
    where workspace_id = ${workspaceId}`.execute(scope.db)
  const own = new Map<string | null, BusinessHours>()
  let general: BusinessHours | null = null
  for (const { is_default, team_ids, ...hours } of rows) {
    if (is_default) general = hours
    for (const id of team_ids) own.set(id, hours)
  }
  return new Map(asked.map((id) => [id, own.get(id) ?? general]))
}
