import { findAnswering } from '#availability/find-answering.ts'
import { readAvailability } from '#availability/read-availability.ts'
import type { Scope } from '#db/context.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { getTeam } from '#teams/get-team.ts'
import { entryOf } from '#lib/entry-of.ts'
import type { WaitReason } from '#shared/assignment.ts'
import { hasRoom } from './choose-assignee.ts'
import { countOpen, readPools } from './read-pools.ts'
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
  const online = team.member_ids.filter(
    (id) => answering.has(id) && availability.get(id)?.availability === 'online',
  )
  // How busy members are is counted over all their conversations.
  const [[pool], open] = await Promise.all([
    readPools(scope, team.id),
    countOpen(unrestricted(scope), online),
  ])
  const capacities = new Map(pool?.members.map((each) => [each.membership_id, each.capacity]))
  const withRoom = online.filter((id) =>
    hasRoom({ capacity: capacities.get(id) ?? null, open: open.get(id) ?? 0 }),
  )
  const queue = entryOf(queues, team.id)
  const isWaiting = pool !== undefined && queue.waiting.count > 0
  return {
    team_id: team.id,
    ...queue,
    available: online.length,
    with_room: withRoom.length,
    reason: isWaiting ? explainWait(online.length, withRoom.length) : null,
  }
}

/** Returns why conversations wait that a team assigns by itself. */
export function explainWait(online: number, withRoom: number): WaitReason {
  if (online === 0) return 'nobody_available'
  return withRoom === 0 ? 'all_at_capacity' : 'no_skill'
}
