import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef } from '#db/context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { recordDueAvailability } from './record-due-availability.ts'

/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000

/**
 * Creates the lane handler that records how the availability of a workspace's members changes by itself, at its time: when what was
 * set by hand ends, working hours begin or end, or a member comes or has been gone for five minutes. Its targets are workspaces.
 */
export function createAvailabilityLane(context: Context): LaneHandler<Date | null> {
  return {
    slots: 8,
    isOfWorkspace: true,
    leaseMs: 15_000,
    work({ workspaceId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || performance.now() >= endsAt
      return recordDueAvailability(systemScope(context, workspaceId), isOver)
    },
    /** Finds the workspaces with a member of whom it is due: few of the many who are online. */
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select distinct 'availability' as kind, workspace_id as "workspaceId", workspace_id as "targetId"
        from member_availability where due_at <= ${context.clock.now()}`.execute(context.db)
      return rows
    },
  }
}
