import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef, Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { LaneHandler, PausedLane } from '#lanes/lane-handler.ts'
import type { FollowerKind } from '#shared/event-types.ts'

/** The pause of a lane after a turn, in which a busy workspace gathers events. The first event after a pause is followed at once. */
const GATHER_MS = 100
/** After this time a lane starts no further transaction and goes to the end of the queue. */
const WORK_MS = 5_000

/** Up to which event a follower has acted, of which none was deleted since, and the position of the newest one. */
type Followed = { position: number; head: number }

/** Up to which event a follower has acted now, and when it is next due without an event: null if never. */
type Outcome = { position: number; dueAt: Date | null }

/**
 * Acts on what has happened in a workspace, and on what is due. It must come to the same end when it is run again from the same position,
 * because a process may be killed after it has acted and before its position is stored. `isOver` says when to stop.
 */
type Follow = (scope: Scope, followed: Followed, isOver: () => boolean) => Promise<Outcome>

/** Creates the lane handler of the followers of a kind. Its targets are workspaces. */
export function createFollowerLane(
  context: Context,
  kind: FollowerKind,
  follow: Follow,
): LaneHandler<PausedLane> {
  return {
    slots: 8,
    isOfWorkspace: true,
    leaseMs: 15_000,
    async work({ workspaceId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || performance.now() >= endsAt
      const dueAt = await followOnce(scope, kind, (followed) => follow(scope, followed, isOver))
      return { dueAt, notBefore: new Date(context.clock.now().getTime() + GATHER_MS) }
    },
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select followers.kind, workspace_id as "workspaceId", workspace_id as "targetId"
        from followers
        join workspace_counters as counters using (workspace_id)
        where followers.kind = ${kind} and is_here(workspace_id)
          and (followers.due_at <= ${context.clock.now()} or counters.event_position > followers.position)`.execute(
        context.db,
      )
      return rows
    },
  }
}

async function followOnce(
  scope: Scope,
  kind: FollowerKind,
  follow: (followed: Followed) => Promise<Outcome>,
): Promise<Date | null> {
  const { workspaceId, db, clock } = scope
  const { rows } = await prepared<Followed>`
    select greatest(followers.position, counters.trimmed_position) as position, counters.event_position as head
    from followers
    join workspace_counters as counters on counters.workspace_id = ${workspaceId}
    where followers.workspace_id = ${workspaceId} and followers.kind = ${kind}`.execute(db)
  const [followed] = rows
  if (!followed) return null
  const { position, dueAt: nextAt } = await follow(followed)
  const dueAt = position < followed.head ? clock.now() : nextAt
  await prepared`
    update followers set position = ${position}::bigint, due_at = ${dueAt}::timestamptz
    where workspace_id = ${workspaceId} and kind = ${kind}
      and (position, due_at) is distinct from (${position}::bigint, ${dueAt}::timestamptz)`.execute(
    db,
  )
  return dueAt
}
