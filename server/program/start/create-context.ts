import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import type { Context } from '#context.ts'
import { createDb, createPool } from '#db/pool.ts'
import { createEventAnnouncer } from '#events/announce-events.ts'
import { createLaneWaker } from '#lanes/lane-waker.ts'
import { systemClock } from '#lib/clock.ts'

/** A context and how to end it: `flush` waits for wake-ups and news on their way, `close` ends its connections. */
export type OpenContext = {
  context: Context
  flush: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The context of a process on the database at `url`, which its configuration then names; `name` is what an
 * operator sees of its connections.
 */
export function createContext(
  config: Config,
  options: { url: string; name: string; log: Logger },
): OpenContext {
  const { url, name, log } = options
  const db = createDb(
    createPool({
      url,
      max: config.database.poolMax,
      name,
      onError: (err) => log.warn({ err }, 'a database connection was lost'),
    }),
  )
  const lanes = createLaneWaker({ db, log })
  const events = createEventAnnouncer({ db, log })
  return {
    context: {
      db,
      config: { ...config, database: { ...config.database, url } },
      log,
      clock: systemClock,
      wake: lanes.wake,
      announce: events.announce,
    },
    flush: async () => {
      await Promise.all([lanes.flush(), events.flush()])
    },
    close: () => db.destroy(),
  }
}
