import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { ListPart } from '#db/list-parts.ts'
import { NIL_ID } from '#lib/ids.ts'

/** Stands for no team in `chat_activity_team`: an index is not in the order of what follows a null. */
const NO_TEAM = sql.raw(`'${NIL_ID}'::uuid`)

/**
 * Returns the parts of the list of conversations that the viewer of a scope sees, by columns of `chat_activity`; undefined if all are seen.
 * Each has an index in the order of activity, so a page of few among many is found as quickly as one of all. They bound what is read: the
 * conditions of the viewer still decide when the rows are read.
 */
export function visibleParts({ viewer, workspaceId }: Scope): ListPart[] | undefined {
  if (!viewer) return undefined
  const teams =
    viewer.kind === 'key'
      ? sql`select unnest(${viewer.teamIds}::uuid[]) as id`
      : sql`select team_id as id from team_members
          where workspace_id = ${workspaceId} and membership_id = ${viewer.id}::uuid`
  const noTeam = viewer.seesNoTeam ? sql`union all select ${NO_TEAM}` : sql``
  // The index keeps unassigned conversations apart.
  const halves = viewer.kind === 'own' ? sql`(true)` : sql`(true), (false)`
  const ofTeams: ListPart = {
    each: sql`(${teams} ${noTeam}) as own_team cross join (values ${halves}) as half (is_queue)`,
    where: sql`coalesce(chat_activity.team_id, ${NO_TEAM}) = own_team.id
      and (chat_activity.assignee_id is null) = half.is_queue`,
  }
  if (viewer.kind === 'key') return [ofTeams]
  return [
    ofTeams,
    { where: sql`chat_activity.assignee_id = ${viewer.id}::uuid` },
    {
      each: sql`(
        select chat_id from chat_participants
        where workspace_id = ${workspaceId} and membership_id = ${viewer.id}::uuid
      ) as own_part`,
      where: sql`chat_activity.chat_id = own_part.chat_id`,
    },
  ]
}
