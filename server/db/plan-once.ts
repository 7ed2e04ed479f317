import type { Scope } from './context.ts'
import { prepared } from './prepared.ts'

/**
 * Lets PostgreSQL use the plans for all values of the prepared statements that follow in a transaction. By itself it plans them at each call
 * where it expects another number of rows of a known workspace than of any. Only for verbs whose statements find rows by keys.
 */
export async function planOnce(tx: Pick<Scope, 'db'>): Promise<void> {
  await prepared`select set_config('plan_cache_mode', 'force_generic_plan', true)`.later(tx.db)
}
