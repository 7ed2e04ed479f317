import type { Context } from '#db/context.ts'
import { createJobLane } from '#lanes/create-job-lane.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { runDataExport } from './run-data-export.ts'

/** Creates the lane that works on exports of contacts. */
export function createExportLane(
  context: Context,
  { storage }: { storage: MediaStorage },
): LaneHandler<Date | null> {
  return createJobLane(context, {
    kind: 'export',
    table: 'data_exports',
    run: async (scope, id, { isOver }) =>
      (await runDataExport(scope, id, { storage, isOver })) ? 'completed' : 'unfinished',
  })
}
