import { after } from 'node:test'
import type { Context, Server } from '#db/context.ts'
import { createDb, createPool } from '#db/pool.ts'
import { createShards, MAIN_SHARD } from '#db/shards.ts'
import { createEventAnnouncer } from '#events/create-event-announcer.ts'
import { createLaneWaker } from '#lanes/lane-waker.ts'
import { systemClock } from '#lib/clock.ts'
import { createLog } from '#lib/create-log.ts'
import { createReadSlots } from '#lib/pacing/read-slots.ts'
import { createTestDatabase, testConfig } from '../context.ts'
import { recordSent } from './touched-servers.ts'
import type { SentStatements } from './touched-servers.ts'

/**
 * Opens two databases as the shards `main`, which has the directory, and `b`, and records the statements that each is sent.
 * `flush` waits for wake-ups and announcements. Both are dropped after the file's tests.
 */
export async function openTappedShards(): Promise<{
  context: Context
  sent: SentStatements
  flush: () => Promise<void>
}> {
  const log = createLog('silent')
  const sent = recordSent()
  const flushes: (() => Promise<void>)[] = []
  const flush = async () => void (await Promise.all(flushes.map((each) => each())))
  const open = async (shard: string): Promise<Server> => {
    const { url, drop } = await createTestDatabase()
    const pool = createPool({ url, max: 8, name: 'parley test', onError: () => undefined })
    sent.tap(pool, shard)
    const db = createDb(pool)
    const lanes = createLaneWaker({ db, log })
    const events = createEventAnnouncer({ db, log })
    flushes.push(lanes.flush, events.flush)
    after(async () => {
      await flush()
      await db.destroy()
      await drop()
    })
    const { announce, announcements } = events
    const { wake } = lanes
    return {
      shard,
      url,
      db,
      clock: systemClock,
      wake,
      announce,
      announcements,
      replicas: undefined,
      readSlots: createReadSlots(8),
      probe: db,
    }
  }
  const main = await open(MAIN_SHARD)
  const b = await open('b')
  const { url: _url, ...own } = main
  return {
    context: {
      ...own,
      directory: main.db,
      config: testConfig(),
      log,
      shards: createShards(main.db, [main, b]),
    },
    sent,
    flush,
  }
}
