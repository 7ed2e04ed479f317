import { findAnswering } from '#availability/find-answering.ts'
import { readAvailability } from '#availability/read-availability.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { getTeam } from '#teams/get-team.ts'
import type { WaitReason } from '#shared/assignment.ts'
import { hasRoom } from './choose-assignee.ts'
import { isQueued } from './lock-waiting.ts'
import { countOpen, readPools } from './read-pools.ts'
import type { TeamQueue } from './schema.ts'

/** The most conversations of a queue that are counted. */
const COUNTED = 1_000

/** Returns the queue of a team, as far as the caller sees it, and why it waits. @throws {AppError} team_not_found */
export async function getQueue(scope: Scope, teamId: string): Promise<TeamQueue> {
  const team = await getTeam(scope, teamId)
  const [queue, answering, availability] = await Promise.all([
    readQueue(scope, team.id),
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
  const isWaiting = pool !== undefined && queue.count > 0
  return {
    team_id: team.id,
    waiting: { count: Math.min(queue.count, COUNTED), is_capped: queue.count > COUNTED },
    oldest_waiting_since: queue.oldest,
    available: online.length,
    with_room: withRoom.length,
    reason: isWaiting ? explain(online, withRoom) : null,
  }
}

function explain(online: string[], withRoom: string[]): WaitReason {
  if (online.length === 0) return 'nobody_available'
  return withRoom.length === 0 ? 'all_at_capacity' : 'no_skill'
}

async function readQueue(
  scope: Scope,
  teamId: string,
): Promise<{ count: number; oldest: Date | null }> {
  const { workspaceId } = scope
  const { rows } = await prepared<{ count: number; oldest: Date | null }>`
    select count(*)::integer as count, min(waiting_since) as oldest from (
      select activity.waiting_since
      from chats
      join chat_activity as activity
        on activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id
      where chats.workspace_id = ${workspaceId} and chats.team_id = ${teamId} and ${isQueued(scope.clock.now())}
      order by activity.waiting_since, chats.id
      limit ${COUNTED + 1}::int
    ) as queue`.execute(scope.db)
  return rows[0] ?? { count: 0, oldest: null }
}
