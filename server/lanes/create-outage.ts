import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#db/pool.ts'

/**
 * Logs outages of the database, and pauses of this process, which cost its leases in the same way. `isRecent`: one continues, or ended
 * less than `ms` ago.
 */
type Outage = {
  failed: (err: unknown) => void
  over: () => void
  paused: (forMs: number) => void
  isRecent: (ms: number) => boolean
}

/**
 * Creates a log of outages: one line when the database becomes unavailable and one when it is back. Other
 * errors are logged each time.
 */
export function createOutage(log: Logger): Outage {
  let since: number | undefined
  let endedAt = -Infinity
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
      endedAt = performance.now()
    },
    paused(forMs) {
      log.warn(
        { paused_ms: Math.round(forMs) },
        'this process did not run; leases may have run out',
      )
      endedAt = performance.now()
    },
    isRecent: (ms) => since !== undefined || performance.now() - endedAt < ms,
  }
}
