import type { Context } from '#db/context.ts'
import { createJobLane } from '#lanes/create-job-lane.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { runErasure } from './run-erasure.ts'

/** Creates the lane that works on erasures. */
export function createEraseLane(
  context: Context,
  { storage }: { storage: MediaStorage },
): LaneHandler<Date | null> {
  return createJobLane(context, {
    kind: 'erase',
    table: 'erasures',
    run: (scope, id, { isOver }) => runErasure(scope, id, { storage, isOver }),
  })
}
