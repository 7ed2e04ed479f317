import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef } from '#db/context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { releaseHeldReplies } from './release-held-replies.ts'

/** After this time a lane starts nothing new and goes to the end of the queue. */
const WORK_MS = 5_000

/** Creates the lane handler that sends held replies at their time. Its targets are workspaces. */
export function createHeldLane(context: Context): LaneHandler<Date | null> {
  return {
    slots: 8,
    isOfWorkspace: true,
    leaseMs: 15_000,
    work({ workspaceId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || performance.now() >= endsAt
      return releaseHeldReplies(systemScope(context, workspaceId), isOver)
    },
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select distinct 'held' as kind, workspace_id as "workspaceId", workspace_id as "targetId"
        from held_replies where due_at <= ${context.clock.now()}`.execute(context.db)
      return rows
    },
  }
}
