import { sql } from 'kysely'
import { lockUser } from '#account/sessions/lock-user.ts'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { Answer } from './answer.ts'
import { waitFor } from './wait-for.ts'

/**
 * Sends a request that must wait for the lock on a user, or for the lock that `lock` takes, lets `change` happen before that lock is
 * released, and returns the response.
 */
export async function raceWith(
  context: Context,
  lock: string | ((tx: Context) => Promise<unknown>),
  change: (tx: Context) => Promise<unknown>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await directoryTransaction(context, async (tx) => {
    await (typeof lock === 'string' ? lockUser(tx, lock) : lock(tx))
    const waiting = request()
    await waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
      return rows.length > 0
    })
    await change(tx)
    // Wrapped, because the transaction must end before the response arrives.
    return { answer: waiting }
  })
  return answer
}
