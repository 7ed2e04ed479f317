import type { Context, Scope } from '#context.ts'
import { createJobLane } from '#lanes/create-job-lane.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { findById } from '#db/find-by-id.ts'
import { workNextBatch } from './work-batch.ts'

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
  const subject = await findSubject(scope, id)
  if (subject === undefined) return 'completed'
  while (!isOver()) if (!(await workNextBatch(scope, { id, subject }))) return 'completed'
  return 'unfinished'
}

async function findSubject(scope: Scope, id: string): Promise<BulkSubject | undefined> {
  const row = await findById(scope, 'bulk_actions', id)
  return row?.subject
}
