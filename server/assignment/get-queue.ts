import { findAnswering } from '#availability/find-answering.ts'
import { readAvailability } from '#availability/read-availability.ts'
import type { Scope } from '#db/context.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { getTeam } from '#teams/get-team.ts'
import { entryOf } from '#lib/entry-of.ts'
import type { WaitReason } from '#shared/assignment.ts'
import { hasRoom } from './choose-assignee.ts'
import { countOpen, readPools } from './read-pools.ts'
import type { Pool } from './read-pools.ts'
import { readQueues } from './read-queues.ts'
import type { TeamQueue } from './schema.ts'

/** Returns the queue of a team, as far as the caller sees it, and why it waits. @throws {AppError} team_not_found */
export async function getQueue(scope: Scope, teamId: string): Promise<TeamQueue> {
  const team = await getTeam(scope, teamId)
  const [queues, answering, availability] = await Promise.all([
    readQueues(scope, [team.id]),
    findAnswering(scope, team.member_ids),
    readAvailability(scope, team.member_ids, scope.clock.now()),
  ])
  const [pools, open] = await Promise.all([
    readPools(scope, team.id),
    countAllOpen(scope, team.member_ids),
  ])
  return toTeamQueue(team, { queues, answering, availability, pools, open })
}

/** Counts the open conversations of members, also those that the caller does not see: how busy they are is counted over all. */
export function countAllOpen(scope: Scope, ids: readonly string[]): Promise<Map<string, number>> {
  return countOpen(unrestricted(scope), ids)
}

/** What is known of teams and of their members. */
type TeamFacts = {
  queues: Awaited<ReturnType<typeof readQueues>>
  answering: Awaited<ReturnType<typeof findAnswering>>
  availability: Awaited<ReturnType<typeof readAvailability>>
  pools: readonly Pool[]
  open: ReadonlyMap<string, number>
}

/** Returns the queue of a team, with how many of its members are there and have room, and why it waits. */
export function toTeamQueue(
  { id, member_ids }: { id: string; member_ids: readonly string[] },
  { queues, answering, availability, pools, open }: TeamFacts,
): TeamQueue {
  const online = member_ids.filter(
    (member) => answering.has(member) && availability.get(member)?.availability === 'online',
  )
  const pool = pools.find(({ rules }) => rules.team_id === id)
  const capacities = new Map(pool?.members.map((each) => [each.membership_id, each.capacity]))
  const withRoom = online.filter((member) =>
    hasRoom({ capacity: capacities.get(member) ?? null, open: open.get(member) ?? 0 }),
  )
  const queue = entryOf(queues, id)
  const isWaiting = pool !== undefined && queue.waiting.count > 0
  return {
    team_id: id,
    ...queue,
    available: online.length,
    with_room: withRoom.length,
    reason: isWaiting ? explainWait(online.length, withRoom.length) : null,
  }
}

function explainWait(online: number, withRoom: number): WaitReason {
  if (online === 0) return 'nobody_available'
  return withRoom === 0 ? 'all_at_capacity' : 'no_skill'
}
