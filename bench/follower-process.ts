/** A worker that has only the lane of one follower, as a process of its own: `node follower-process.ts KIND URL`. */
import { createFollowerLane } from '#followers/create-follower-lane.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { createDb, createPool } from '#db/pool.ts'
import { createLog } from '#lib/create-log.ts'
import { systemClock } from '#lib/clock.ts'
import { followRules } from '#rules/follow-rules.ts'
import { followTargets } from '#sla/follow-targets.ts'
import { testConfig } from '#test/context.ts'

const [kind, url] = process.argv.slice(2) as ['rules' | 'sla', string]
const db = createDb(
  createPool({ url, max: 4, name: `parley bench ${kind}`, onError: () => undefined }),
)
const context = {
  db,
  directory: db,
  config: testConfig(),
  log: createLog('silent'),
  clock: systemClock,
  wake: () => undefined,
  announce: () => undefined,
}
const follow = { rules: followRules, sla: followTargets }[kind]
const worker = createLaneWorker(context, {
  url,
  handlers: { [kind]: createFollowerLane(context, kind, follow, { isPunctual: true }) },
})
await worker.start()
// A bench that was killed leaves no worker.
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
