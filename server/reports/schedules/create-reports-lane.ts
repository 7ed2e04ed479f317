import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef } from '#db/context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { sendDueReports } from './send-due-reports.ts'

/** After this time a lane starts nothing new and goes to the end of the queue. */
const WORK_MS = 20_000

/** Creates the lane handler that mails scheduled reports at their time. Its targets are workspaces. */
export function createReportsLane(context: Context): LaneHandler<Date | null> {
  return {
    slots: 2,
    isOfWorkspace: true,
    leaseMs: 15_000,
    work({ workspaceId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || performance.now() >= endsAt
      return sendDueReports(systemScope(context, workspaceId), isOver)
    },
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select distinct 'reports' as kind, workspace_id as "workspaceId", workspace_id as "targetId"
        from report_schedules where next_at <= ${context.clock.now()}`.execute(context.db)
      return rows
    },
  }
}
