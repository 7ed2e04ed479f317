/** A worker that has only the lane of service levels, as a process of its own: `node worker-process.ts URL`. */
import { createFollowerLane } from '#followers/create-follower-lane.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { createDb, createPool } from '#db/pool.ts'
import { createLog } from '#lib/create-log.ts'
import { systemClock } from '#lib/clock.ts'
import { followTargets } from '#sla/follow-targets.ts'
import { testConfig } from '#test/context.ts'

const url = process.argv[2]!
const db = createDb(createPool({ url, max: 4, name: 'parley bench sla', onError: () => undefined }))
const context = {
  db,
  directory: db,
  config: testConfig(),
  log: createLog('silent'),
  clock: systemClock,
  wake: () => undefined,
  announce: () => undefined,
}
const worker = createLaneWorker(context, {
  url,
  handlers: { sla: createFollowerLane(context, 'sla', followTargets, { isPunctual: true }) },
})
await worker.start()
process.send?.('ready')
