import { errorFields } from '#lib/errors.ts'
import type { Db } from './pool.ts'
import { sqlState } from './pool.ts'
import { isStalePlan } from './connecting/pooled-client.ts'

const CONFLICTS = new Set(['40001', '40P01'])
/** Keys of rows that a transaction inserts because it found none: another one has inserted them since then. */
const CLAIMED_KEYS = new Set(['identities_pkey'])
const TRIES = 5

/**
 * Runs a statement or transaction and retries it after a deadlock, a serialization failure, an identity that another one
 * has claimed since, or a migration that changed what a prepared statement returns, with five attempts in total. A failed
 * attempt leaves nothing behind. Does not retry if `db` is a transaction, because the whole transaction failed.
 */
export async function retryConflicts<T>(db: Db, run: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return run()
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (err) {
      if (attempt === TRIES || !(isConflict(err) || isStalePlan(err))) throw err
    }
  }
}

function isConflict(err: unknown): boolean {
  const code = sqlState(err) ?? ''
  if (code === '23505') return CLAIMED_KEYS.has(errorFields(err).constraint ?? '')
  return CONFLICTS.has(code)
}
