import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { withinActiveMs } from '#lib/time-budget.ts'

/**
 * How long the outcome of a call is kept while the database is unavailable. After that it is lost, and the call is made
 * again.
 */
export const OUTCOME_KEPT_MS = 120_000
/** The time limit of one attempt to record it: longer than a commit takes, and shorter than a lease. */
const RECORD_ONCE_MS = 5_000
const PAUSE_MS = 250

/**
 * Records the outcome of a call to another system with `record`, again and again while the database is unavailable,
 * because without it the call would be made twice. `record` must change nothing if it succeeded before, or if another
 * worker has made the call since.
 */
export async function recordOutcome(record: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await withinActiveMs(RECORD_ONCE_MS, record)
    } catch (err) {
      if (!isDatabaseUnavailable(err) || performance.now() - startedAt > OUTCOME_KEPT_MS) throw err
      await delay(PAUSE_MS, undefined, { ref: false })
    }
  }
}
