import type { Db } from './pool.ts'
import { sqlState } from './pool.ts'

const CONFLICTS = new Set(['40001', '40P01'])
const TRIES = 3

/**
 * Runs one statement or transaction again when it lost to another by a deadlock or a serialization failure, three
 * times in all: nothing of a lost one stands. Once only where `db` is a transaction: that is lost as a whole.
 */
export async function retryConflicts<T>(db: Db, run: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return run()
  for (let attempt = 1; ; attempt++)
    try {
      return await run()
    } catch (err) {
      if (attempt === TRIES || !CONFLICTS.has(sqlState(err) ?? '')) throw err
    }
}
