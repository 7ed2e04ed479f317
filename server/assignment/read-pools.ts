import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { firstOf } from '#lib/first-of.ts'
import type { AssignmentMethod } from '#shared/assignment.ts'

/** The assignment of a team. `capacity`: most open conversations of a member; null: any number. */
type Rules = {
  team_id: string
  method: AssignmentMethod
  capacity: number | null
  sticky_days: number
  relax_minutes: number | null
  hand_back_minutes: number | null
}

/** A member of a team in its assignment. `isStored`: whether their place has a row; `has_left`: whether they are in the team no more. */
export type PoolMember = {
  membership_id: string
  capacity: number | null
  skill_tag_ids: string[]
  languages: string[]
  offline_since: Date | null
  is_stored: boolean
  has_left: boolean
}

/** The assignment of a team with its members. */
export type Pool = { rules: Rules; members: PoolMember[] }

/** `membership_id` is null for a team without members. */
type Row = Rules & { own_capacity: number | null; membership_id: string | null } & Omit<
    PoolMember,
    'membership_id' | 'capacity'
  >

/**
 * Reads the teams of the workspace that assign conversations, or one of them, with their members and those who have left but still have a
 * place.
 */
export async function readPools(scope: Scope, teamId: string | null = null): Promise<Pool[]> {
  const { workspaceId } = scope
  const { rows } = await prepared<Row>`
    select rules.team_id, rules.method, rules.capacity, rules.sticky_days, rules.relax_minutes, rules.hand_back_minutes,
      place.membership_id, place.own_capacity, place.skill_tag_ids, place.languages, place.offline_since, place.is_stored, place.has_left
    from assignment_rules as rules
    join teams on teams.workspace_id = ${workspaceId} and teams.id = rules.team_id and teams.deleted_at is null
    left join lateral (
      select coalesce(members.membership_id, places.membership_id) as membership_id, places.capacity as own_capacity,
        coalesce(places.skill_tag_ids, '{}') as skill_tag_ids, coalesce(places.languages, '{}') as languages, places.offline_since,
        places.membership_id is not null as is_stored, members.membership_id is null as has_left
      from (
        select membership_id from team_members
        where team_members.workspace_id = ${workspaceId} and team_members.team_id = rules.team_id
      ) as members
      full join (
        select membership_id, capacity, skill_tag_ids, languages, offline_since from assignment_places
        where assignment_places.workspace_id = ${workspaceId} and assignment_places.team_id = rules.team_id
      ) as places on places.membership_id = members.membership_id
    ) as place on true
    where rules.workspace_id = ${workspaceId} and (${teamId === null} or rules.team_id = ${teamId}::uuid)
    order by rules.team_id, place.membership_id`.execute(scope.db)
  return [...Map.groupBy(rows, ({ team_id }) => team_id).values()].map((ofTeam) => ({
    rules: firstOf(ofTeam),
    members: ofTeam.flatMap(({ membership_id, own_capacity, ...row }) =>
      membership_id === null
        ? []
        : [{ ...row, membership_id, capacity: own_capacity ?? row.capacity }],
    ),
  }))
}

/** Counts the open conversations of each of these members, in all teams. Members without any are left out. */
export async function countOpen(
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await prepared<{ assignee_id: string; count: number }>`
    select assignee_id, count(*)::integer as count from chats
    where workspace_id = ${scope.workspaceId} and assignee_id = any (${ids}::uuid[]) and status = 'open'
    group by assignee_id`.execute(scope.db)
  return new Map(rows.map(({ assignee_id, count }) => [assignee_id, count]))
}
