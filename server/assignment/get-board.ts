import { findMemberNames } from '#account/users/find-member-names.ts'
import { findAnswering } from '#availability/find-answering.ts'
import { readAvailability } from '#availability/read-availability.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import { entryOf } from '#lib/entry-of.ts'
import { countAllOpen, toTeamQueue } from './get-queue.ts'
import { readPools } from './read-pools.ts'
import type { Pool } from './read-pools.ts'
import { readQueues } from './read-queues.ts'
import type { Board, BoardMember } from './schema.ts'

type Load = { open: number; waiting: number; oldest_waiting_since: Date | null }

const NO_LOAD: Load = { open: 0, waiting: 0, oldest_waiting_since: null }

/** Returns what waits now in each team, and what each member has who may answer customers, as far as the caller sees it. */
export async function getBoard(scope: Scope): Promise<Board> {
  const now = scope.clock.now()
  const [teams, places, answering, pools] = await Promise.all([
    selectFrom(scope, 'teams')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
    selectFrom(scope, 'team_members').select(['team_id', 'membership_id']).execute(),
    findAnswering(scope),
    readPools(scope),
  ])
  const ids = [...answering.keys()]
  const [availability, open, loads, names, queues] = await Promise.all([
    readAvailability(scope, ids, now),
    countAllOpen(scope, ids),
    readLoads(scope, ids),
    findMemberNames(scope, ids),
    readQueues(scope, [...teams.map(({ id }) => id), null]),
  ])
  const capacities = toCapacities(pools)
  const members = ids.map((id): BoardMember => {
    const capacity = capacities.get(id) ?? null
    const load = loads.get(id) ?? NO_LOAD
    return {
      member_id: id,
      name: entryOf(names, id),
      availability: entryOf(availability, id).availability,
      ...load,
      capacity,
      is_over_capacity: capacity !== null && load.open > capacity,
    }
  })
  const memberIds = Map.groupBy(places, ({ team_id }) => team_id)
  return {
    at: now,
    teams: teams.map(({ id, name }) => {
      const team = { id, member_ids: (memberIds.get(id) ?? []).map((each) => each.membership_id) }
      return { ...toTeamQueue(team, { queues, answering, availability, pools, open }), name }
    }),
    without_team: entryOf(queues, null),
    members: members.toSorted(
      (a, b) =>
        Number(b.is_over_capacity) - Number(a.is_over_capacity) ||
        b.waiting - a.waiting ||
        b.open - a.open ||
        (a.name < b.name ? -1 : 1),
    ),
  }
}

/** Returns the smallest capacity of each member in the teams that assign. */
function toCapacities(pools: Pool[]): Map<string, number> {
  const capacities = new Map<string, number>()
  for (const { members } of pools)
    for (const { membership_id: id, capacity, has_left } of members)
      if (capacity !== null && !has_left)
        capacities.set(id, Math.min(capacity, capacities.get(id) ?? capacity))
  return capacities
}

async function readLoads(scope: Scope, ids: string[]): Promise<Map<string, Load>> {
  const { workspaceId } = scope
  const { rows } = await prepared<Load & { assignee_id: string }>`
    select chats.assignee_id, count(*)::integer as open, count(waiting_since)::integer as waiting,
      min(waiting_since) as oldest_waiting_since
    from chats
    join chat_activity as activity
      on activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id
    where chats.workspace_id = ${workspaceId} and chats.assignee_id = any (${ids}::uuid[]) and chats.status = 'open'
    group by chats.assignee_id`.execute(scope.db)
  return new Map(rows.map(({ assignee_id, ...load }) => [assignee_id, load]))
}
