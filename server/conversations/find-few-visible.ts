import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'

/**
 * Returns the ids of the conversations that the viewer of a scope can see, by the indexes of teams, assignees and participants; undefined if
 * there are more than `max`, or the scope sees all or what has no team. It bounds what a list reads: the conditions of the viewer still decide.
 * The orders are those of the indexes: PostgreSQL, which expects a mean team, would otherwise read the whole table for the few of a small one.
 */
export async function findFewVisible(scope: Scope, max: number): Promise<string[] | undefined> {
  const { viewer, workspaceId } = scope
  // No index has the conversations without a team, which most have where a role sees them.
  if (!viewer || viewer.seesNoTeam) return undefined
  const teams =
    viewer.kind === 'key'
      ? sql`${viewer.teamIds}::uuid[]`
      : sql`array(select team_id from team_members
          where workspace_id = ${workspaceId} and membership_id = ${viewer.id}::uuid)`
  const limit = max + 1
  const own =
    viewer.kind === 'key'
      ? sql``
      : sql`
        union all (select id from chats
          where workspace_id = ${workspaceId} and assignee_id = ${viewer.id}::uuid
          order by status limit ${limit})
        union all (select chat_id from chat_participants
          where workspace_id = ${workspaceId} and membership_id = ${viewer.id}::uuid
          order by chat_id limit ${limit})`
  const queue = viewer.kind === 'own' ? sql`and assignee_id is null` : sql``
  const { rows } = await prepared<{ id: string }>`
    select distinct id from (
      (select of_team.id from unnest(${teams}) as own_team (id)
        cross join lateral (
          select chats.id from chats
          where workspace_id = ${workspaceId} and team_id = own_team.id ${queue} order by status limit ${limit}
        ) as of_team limit ${limit})
      ${own}
    ) as found limit ${limit}`.execute(unrestricted(scope).db)
  return rows.length > max ? undefined : rows.map(({ id }) => id)
}
