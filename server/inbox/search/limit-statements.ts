import type { Scope } from '#db/context.ts'
import { sqlState } from '#db/pool.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'

/** Time that each statement of a search may take, in milliseconds. */
export const STATEMENT_MS = 3_000
/** PostgreSQL's query_canceled. */
const CANCELED = '57014'

/** Returns the result of `run`, whose statements may take up to `ms` each; undefined if one was canceled. */
export async function limitStatements<T>(
  scope: Scope,
  run: (tx: Scope) => Promise<T>,
  ms = STATEMENT_MS,
): Promise<T | undefined> {
  try {
    return await transaction(scope, async (tx) => {
      const limit = String(Math.ceil(ms))
      await prepared`select set_config('statement_timeout', ${limit}, true)`.later(tx.db)
      return run(tx)
    })
  } catch (err) {
    if (sqlState(err) === CANCELED) return undefined
    throw err
  }
}
