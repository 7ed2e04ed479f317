import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable, sqlState } from '#db/pool.ts'
import { withinActiveMs } from '#lib/time-budget.ts'

/**
 * How long the outcome of a call is kept while the database is unavailable. After that it is lost, and the call is made
 * again.
 */
export const OUTCOME_KEPT_MS = 120_000
/**
 * The time limit of the first attempt to record it: longer than a commit takes, and short, because a lost connection shows
 * only by it. Each further attempt gets twice as long: on a database that answers slowly, all statements of a record may
 * need more than any fixed limit.
 */
const RECORD_FIRST_MS = 5_000
const RECORD_LONGEST_MS = 40_000
const PAUSE_MS = 250
/** A deadlock or a conflict with another transaction, after the attempts of `transaction`. */
const CONFLICTS = new Set(['40P01', '40001'])

/**
 * Records the outcome of a call to another system with `record`, again and again while the database is unavailable or
 * other transactions are in the way, because without it the call would be made twice. `record` must change nothing if it succeeded before, or if another
 * worker has made the call since.
 */
export async function recordOutcome(record: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  for (let limitMs = RECORD_FIRST_MS; ; limitMs = Math.min(limitMs * 2, RECORD_LONGEST_MS)) {
    try {
      return await withinActiveMs(limitMs, record)
    } catch (err) {
      const mayPass = isDatabaseUnavailable(err) || CONFLICTS.has(sqlState(err) ?? '')
      if (!mayPass || performance.now() - startedAt > OUTCOME_KEPT_MS) throw err
      await delay(PAUSE_MS, undefined, { ref: false })
    }
  }
}
