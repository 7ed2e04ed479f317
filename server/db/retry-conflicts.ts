import type { Db } from './pool.ts'
import { sqlState } from './pool.ts'

const CONFLICTS = new Set(['40001', '40P01'])
const TRIES = 3

/**
 * Runs a statement or transaction and retries it after a deadlock or a serialization failure, with three
 * attempts in total. A failed attempt leaves nothing behind. Does not retry if `db` is a transaction, because
 * the whole transaction failed.
 */
export async function retryConflicts<T>(db: Db, run: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return run()
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (err) {
      if (attempt === TRIES || !CONFLICTS.has(sqlState(err) ?? '')) throw err
    }
  }
}
