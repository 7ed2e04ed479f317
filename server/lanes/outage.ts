import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#db/pool.ts'

/** What tells the log of a database that went away and came back. */
export type Outage = { failed: (err: unknown) => void; over: () => void }

/** An outage watch that logs once when the database goes away and once when it is back; other errors each time. */
export function createOutage(log: Logger): Outage {
  let since: number | undefined
  return {
    failed(err) {
      if (!isDatabaseUnavailable(err)) return log.error({ err }, 'lane work failed')
      if (since !== undefined) return
      since = performance.now()
      log.warn({ err }, 'the database is unavailable; work is paused until it is back')
    },
    over() {
      if (since === undefined) return
      log.info(
        { away_ms: Math.round(performance.now() - since) },
        'the database is available again',
      )
      since = undefined
    },
  }
}
