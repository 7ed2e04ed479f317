import type { Context, Scope } from '#db/context.ts'
import { createJobLane } from '#lanes/create-job-lane.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { workNextBatch } from './work-batch.ts'
import { findById } from '#db/find-by-id.ts'

/** Creates the lane that works on bulk actions, in the name of those who created or undid them. */
export function createBulkLane(context: Context): LaneHandler<Date | null> {
  return createJobLane(context, { kind: 'bulk', table: 'bulk_actions', run: runBulkAction })
}

/** Works on a bulk action, batch after batch, until it has ended or `isOver`. */
async function runBulkAction(
  scope: Scope,
  id: string,
  { isOver }: { isOver: () => boolean },
): Promise<'completed' | 'unfinished'> {
  const row = await findById(scope, 'bulk_actions', id)
  if (!row) return 'completed'
  while (!isOver()) if (!(await workNextBatch(scope, row))) return 'completed'
  return 'unfinished'
}
