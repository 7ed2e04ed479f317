import type { Db } from './pool.ts'
import { sqlState } from './pool.ts'
import { isStalePlan } from './pooled-client.ts'

const CONFLICTS = new Set(['40001', '40P01'])
const TRIES = 3

/**
 * Runs a statement or transaction and retries it after a deadlock, a serialization failure, or a migration that
 * changed what a prepared statement returns, with three attempts in total. A failed attempt leaves nothing behind. Does not retry if `db` is a transaction, because
 * the whole transaction failed.
 */
export async function retryConflicts<T>(db: Db, run: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return run()
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (err) {
      if (attempt === TRIES || !(CONFLICTS.has(sqlState(err) ?? '') || isStalePlan(err))) throw err
    }
  }
}
