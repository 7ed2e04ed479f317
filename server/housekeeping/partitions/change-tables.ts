import { sql } from 'kysely'
import type { QueryResult, RawBuilder } from 'kysely'
import type { Context } from '#db/context.ts'
import { sqlState } from '#db/pool.ts'

/** Others wait at most this long behind a change of a table, in ms. It is shorter than PostgreSQL takes to find a deadlock. */
const LOCK_MS = 100
/**
 * How often a change is attempted before the next run of the housekeeping attempts it. The pauses are long, because transactions
 * that hold their locks for so long also mean a busy machine, on which nobody should wait for this.
 */
const ATTEMPTS = 5
const PAUSE_MS = 1_000

/** Runs one statement in the transaction. */
type Run = <T>(statement: RawBuilder<T>) => Promise<QueryResult<T>>

/**
 * Runs `change`, which locks tables or reads much, in its own transaction. Repeats it while others hold the locks. Returns
 * false, with nothing changed, if they hold them for too long: a backup does while it runs.
 */
export async function changeTables(
  context: Pick<Context, 'db' | 'log'>,
  change: (run: Run) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await context.db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true),
          set_config('statement_timeout', '60min', true)`.execute(tx)
        await change((statement) => statement.execute(tx))
      })
      return true
    } catch (err) {
      if (!['55P03', '40P01'].includes(sqlState(err) ?? '')) throw err
      if (attempt === ATTEMPTS) {
        context.log.warn({ err }, 'a partition was locked for too long; it is changed later')
        return false
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (1 + Math.random())))
    }
  }
}
