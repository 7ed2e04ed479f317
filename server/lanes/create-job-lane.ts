import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef, Scope } from '#db/context.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import type { LaneHandler } from './lane-handler.ts'

/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000
/** The pause before a job that must wait goes on. */
const WAIT_MS = 1_000

/** A kind of durable jobs: rows of `table`, of which those with the status `running` are worked on. */
type JobLane = {
  kind: LaneKind
  table: 'bulk_actions' | 'data_exports' | 'erasures'
  /** Works on a job in batches until it is completed, must wait, or `isOver` returns true. */
  run: (
    scope: Scope,
    id: string,
    options: { isOver: () => boolean },
  ) => Promise<'completed' | 'unfinished' | 'waiting'>
}

/** Creates the lane of a kind of jobs, in which each job is a target. */
export function createJobLane(
  context: Context,
  { kind, table, run }: JobLane,
): LaneHandler<Date | null> {
  return {
    slots: 2,
    leaseMs: 15_000,
    async work({ workspaceId, targetId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const result = await run(systemScope(context, workspaceId), targetId, {
        isOver: () => signal.aborted || performance.now() >= endsAt,
      })
      if (result === 'completed') return null
      return new Date(context.clock.now().getTime() + (result === 'waiting' ? WAIT_MS : 0))
    },
    /** Finds the running jobs of every workspace. They are few and have an index. */
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select ${kind}::text as kind, workspace_id as "workspaceId", id as "targetId" from ${sql.table(table)}
        where status = 'running'`.execute(context.db)
      return rows
    },
  }
}
