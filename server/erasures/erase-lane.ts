import { sql } from 'kysely'
import { systemScope } from '#context.ts'
import type { Context, LaneRef } from '#context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'
import { runErasure } from './run-erasure.ts'

/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000
/** The pause before a step that must wait is repeated. */
const WAIT_MS = 1_000

/** Creates the lane that works on erasures. */
export function createEraseLane(
  context: Context,
  { storage }: { storage: MediaStorage },
): LaneHandler<Date | null> {
  return {
    slots: 2,
    leaseMs: 15_000,
    async work({ workspaceId, targetId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const result = await runErasure(systemScope(context, workspaceId), targetId, {
        storage,
        isOver: () => signal.aborted || performance.now() >= endsAt,
      })
      if (result === 'completed') return null
      return new Date(context.clock.now().getTime() + (result === 'waiting' ? WAIT_MS : 0))
    },
    findDue: () => findDueErasures(context),
  }
}

/** Finds the running erasures of every workspace. They are few and have an index. */
async function findDueErasures(context: Pick<Context, 'db'>): Promise<LaneRef[]> {
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'erase' as kind, workspace_id as "workspaceId", id as "targetId" from erasures
    where status = 'running'`.execute(context.db)
  return rows
}
