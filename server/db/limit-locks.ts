import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Builds a condition that holds for all rows, and limits how long its statement, or the rest of its transaction, waits for a lock.
 * It belongs to the query that reads the given rows, which is executed before any lock is taken. Without `lockMs` the limit stays.
 */
export function limitLocks(lockMs: number | undefined): RawBuilder<boolean> {
  return sql<boolean>`(
    select set_config('lock_timeout', coalesce(${lockMs ?? null}::text, current_setting('lock_timeout')), true)
  ) is not null`
}
