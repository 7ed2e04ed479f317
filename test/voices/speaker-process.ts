import { createDb, createPool } from '#db/pool.ts'
import { createEventAnnouncer } from '#events/create-event-announcer.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { createLaneWaker } from '#lanes/lane-waker.ts'
import { systemClock } from '#lib/clock.ts'
import { createLog } from '#lib/create-log.ts'
import { createSendLane } from '#messages/sending/create-send-lane.ts'
import { testConfig } from '#test/context.ts'
import { createSpeaker } from './speak.ts'
import type { Step } from './speak.ts'

/** What the parent sends: where the database and the platform are, or a step with its number, or null to end. */
type Order = { url: string; graphUrl: string } | { number: number; step: Step } | null

let speak: ReturnType<typeof createSpeaker>
let end = async (): Promise<void> => undefined

process.on('message', (order: Order) => void obey(order))
// Without its parent it has nothing to do; what it does with the database ends with the process.
process.once('disconnect', () => void end().finally(() => process.exit(0)))

async function obey(order: Order): Promise<void> {
  if (order === null) {
    await end()
    process.disconnect?.()
  } else if ('url' in order) {
    await start(order)
    process.send?.({ isReady: true })
  } else {
    const outcome = await speak(order.step).catch((err: Error) => ({
      code: `thrown: ${err.stack}`,
    }))
    process.send?.({ number: order.number, outcome })
  }
}

/** Starts what a process of the product has for this: a pool, and a worker that sends. */
async function start({ url, graphUrl }: { url: string; graphUrl: string }): Promise<void> {
  const pool = createPool({ url, max: 12, name: 'parley speaker', onError: () => undefined })
  const db = createDb(pool)
  const log = createLog('silent')
  const lanes = createLaneWaker({ db, log })
  const events = createEventAnnouncer({ db, log })
  const { wake } = lanes
  const { announce, announcements } = events
  const config = { ...testConfig(), graphUrl }
  const context = {
    db,
    directory: db,
    config,
    log,
    clock: systemClock,
    wake,
    announce,
    announcements,
  }
  const worker = createLaneWorker(context, { url, handlers: { send: createSendLane(context) } })
  await worker.start()
  speak = createSpeaker(context)
  end = async () => {
    await worker.stop()
    await Promise.all([lanes.flush(), events.flush()])
    await pool.end()
  }
}
