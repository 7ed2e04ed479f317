import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef } from '#db/context.ts'
import type { LaneHandler, PausedLane } from '#lanes/lane-handler.ts'
import { assign } from './assign.ts'

/** The pause of a lane after a turn, in which a busy workspace gathers events. The first event after a pause assigns at once. */
const GATHER_MS = 100
/** After this time a lane starts no further transaction and goes to the end of the queue. */
const WORK_MS = 5_000

/** Creates the lane handler that assigns the waiting conversations of a workspace's teams. Its targets are workspaces. */
export function createAssignLane(context: Context): LaneHandler<PausedLane> {
  return {
    slots: 8,
    isOfWorkspace: true,
    leaseMs: 15_000,
    async work({ workspaceId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || performance.now() >= endsAt
      const dueAt = await assign(systemScope(context, workspaceId), isOver)
      return { dueAt, notBefore: new Date(context.clock.now().getTime() + GATHER_MS) }
    },
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select 'assign' as kind, workspace_id as "workspaceId", workspace_id as "targetId"
        from assignment_cursors as cursors
        join workspace_counters as counters using (workspace_id)
        where is_here(workspace_id)
          and (cursors.due_at <= ${context.clock.now()} or counters.event_position > cursors.position)`.execute(
        context.db,
      )
      return rows
    },
  }
}
