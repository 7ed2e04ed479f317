import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable, sqlState } from '#db/pool.ts'
import { withinActiveMsEach } from '#lib/time-budget.ts'

/**
 * How long the outcome of a call is kept while the database is unavailable. After that it is lost, and the call is made
 * again.
 */
export const OUTCOME_KEPT_MS = 120_000
/**
 * The time limit of each statement: longer than a commit takes, and shorter than the time in which a worker takes over no lanes
 * after an outage (`TAKE_OVER_MS`), because a lost connection shows only by it. On a database that answers slowly, all
 * statements of a record together may need more than any fixed limit.
 */
const STATEMENT_MS = 5_000
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
  for (;;) {
    try {
      return await withinActiveMsEach(STATEMENT_MS, record)
    } catch (err) {
      const mayPass = isDatabaseUnavailable(err) || CONFLICTS.has(sqlState(err) ?? '')
      if (!mayPass || performance.now() - startedAt > OUTCOME_KEPT_MS) throw err
      await delay(PAUSE_MS, undefined, { ref: false })
    }
  }
}
