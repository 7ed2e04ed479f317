import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { getTeam } from '#teams/get-team.ts'
import { ASSIGNMENT_DEFAULTS } from '#shared/assignment.ts'
import type { TeamAssignment } from './schema.ts'

/** Returns how the conversations of a team are assigned. @throws {AppError} team_not_found */
export async function getAssignment(scope: Scope, teamId: string): Promise<TeamAssignment> {
  const team = await getTeam(scope, teamId)
  const rules = await selectFrom(scope, 'assignment_rules')
    .select(['method', 'capacity', 'sticky_days', 'relax_minutes', 'hand_back_minutes'])
    .where('team_id', '=', team.id)
    .executeTakeFirst()
  const places = await selectFrom(scope, 'assignment_places')
    .select(['membership_id', 'capacity', 'skill_tag_ids', 'languages'])
    .where('team_id', '=', team.id)
    .orderBy('membership_id')
    .execute()
  const members = places
    .filter(
      ({ capacity, skill_tag_ids: skills, languages }) =>
        capacity !== null || skills.length > 0 || languages.length > 0,
    )
    .map(({ membership_id: member_id, ...own }) => ({ member_id, ...own }))
  return { ...(rules ?? { method: 'off', ...ASSIGNMENT_DEFAULTS }), members }
}
