import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import type { Context } from '#context.ts'
import { openDatabaseClock } from '#db/database-clock.ts'
import { createDb, createPool } from '#db/pool.ts'
import { createReplicas } from '#db/replicas.ts'
import { createEventAnnouncer } from '#events/announce-events.ts'
import { createLaneWaker } from '#lanes/lane-waker.ts'
import type { LaneWaker } from '#lanes/lane-waker.ts'
import { setIdTime } from '#lib/ids.ts'

/**
 * A context, the waker behind it, and how to shut it down. `flush` waits for pending wake-ups and announcements; `close` closes its
 * connections.
 */
type OpenContext = {
  context: Context
  waker: LaneWaker
  flush: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Creates the context of a process for an open database, and sets its URLs in the configuration. `name` is shown to
 * operators as the application name of its connections. Its clock shows the time of the database, which ids contain too.
 */
export async function createContext(
  config: Config,
  options: { database: { url: string; directUrl: string }; name: string; log: Logger },
): Promise<OpenContext> {
  const { name, log } = options
  const { url, directUrl } = options.database
  const db = createDb(
    createPool({
      url,
      max: config.database.poolMax,
      name,
      transactionMode: directUrl !== url,
      prepared: config.database.prepared,
      onError: (err) => log.warn({ err }, 'a database connection was lost'),
    }),
  )
  const clock = await openDatabaseClock({ db, log }).catch(async (err: unknown) => {
    await db.destroy()
    throw err
  })
  setIdTime(() => clock.now().getTime())
  const { replicaUrls: urls, poolMax: max, prepared } = config.database
  const replicas = urls.length > 0 && createReplicas({ db, log }, { urls, max, name, prepared })
  const lanes = createLaneWaker({ db, log })
  const events = createEventAnnouncer({ db, log })
  return {
    context: {
      db,
      // One database holds both.
      directory: db,
      config: { ...config, database: { ...config.database, url, directUrl } },
      log,
      clock,
      wake: lanes.wake,
      announce: events.announce,
      announcements: events.announcements,
      ...(replicas && { replicas }),
    },
    waker: lanes,
    flush: async () => {
      await Promise.all([lanes.flush(), events.flush()])
    },
    close: async () => {
      clock.stop()
      await Promise.all([db.destroy(), replicas && replicas.close()])
    },
  }
}
