import { sql } from 'kysely'
import { systemScope } from '#context.ts'
import type { Context, LaneRef } from '#context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'
import { runDataExport } from './run-data-export.ts'

/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000

/** Creates the lane that works on exports of contacts. */
export function createExportLane(
  context: Context,
  { storage }: { storage: MediaStorage },
): LaneHandler<Date | null> {
  return {
    slots: 2,
    leaseMs: 15_000,
    async work({ workspaceId, targetId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const isDone = await runDataExport(systemScope(context, workspaceId), targetId, {
        storage,
        isOver: () => signal.aborted || performance.now() >= endsAt,
      })
      return isDone ? null : context.clock.now()
    },
    findDue: () => findDueExports(context),
  }
}

/** Finds the running exports of every workspace. They are few and have an index. */
async function findDueExports(context: Pick<Context, 'db'>): Promise<LaneRef[]> {
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'export' as kind, workspace_id as "workspaceId", id as "targetId" from data_exports
    where status = 'running'`.execute(context.db)
  return rows
}
