import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { isQueued } from './lock-waiting.ts'

/** The most conversations of a queue that are counted. */
const COUNTED = 1_000

/** How many conversations wait in the queue of a team, and since when the longest of them. */
type QueueSize = {
  waiting: { count: number; is_capped: boolean }
  oldest_waiting_since: Date | null
}

/** Reads the queues of teams, as far as the caller sees them. The team null is that of conversations without a team. */
export async function readQueues(
  scope: Scope,
  teamIds: readonly (string | null)[],
): Promise<Map<string | null, QueueSize>> {
  const { workspaceId, clock } = scope
  const waiting = sql`
    select activity.waiting_since
    from chats
    join chat_activity as activity
      on activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id
    where chats.workspace_id = ${workspaceId} and ${isQueued(clock.now())}`
  const first = sql`order by activity.waiting_since, chats.id limit ${COUNTED + 1}::int`
  const { rows } = await prepared<{ team_id: string | null; count: number; oldest: Date | null }>`
    select team.id as team_id, queue.count, queue.oldest
    from unnest(${teamIds.filter((id) => id !== null)}::uuid[]) as team (id)
    cross join lateral (
      select count(*)::integer as count, min(waiting_since) as oldest
      from (${waiting} and chats.team_id = team.id ${first}) as waits
    ) as queue
    union all
    select null, count(*)::integer, min(waiting_since)
    from (${waiting} and chats.team_id is null and ${teamIds.includes(null)} ${first}) as waits`.execute(
    scope.db,
  )
  return new Map(
    rows.map(({ team_id, count, oldest }) => [
      team_id,
      {
        waiting: { count: Math.min(count, COUNTED), is_capped: count > COUNTED },
        oldest_waiting_since: oldest,
      },
    ]),
  )
}
