import { sql } from 'kysely'
import type { WithClock, WithDirectory } from '#db/context.ts'
import { hashSecret } from '#lib/api-key-format.ts'

/** A limit of attempts: `burst` at once, then `ratePerSecond`. */
export type AttemptRate = { ratePerSecond: number; burst: number }

/** Whether an attempt is allowed, and the seconds to wait if it is not. */
export type CountedAttempt = { allowed: boolean; retryAfterSeconds: number }

/**
 * Creates a function that counts an attempt towards the limit of a key, such as an account. The counts are token buckets
 * in the database, so that a limit holds for all processes together. A refused attempt does not count. `name` separates
 * the keys of one kind of limit from those of others.
 */
export function createAttemptCounts(
  context: WithDirectory & WithClock,
  name: string,
): (key: string, rate: AttemptRate) => Promise<CountedAttempt> {
  return async (key, { ratePerSecond, burst }) => {
    const id = hashSecret(`${name} ${key}`)
    const now = context.clock.now()
    const tokenMs = 1000 / ratePerSecond
    const latest = new Date(now.getTime() + (burst - 1) * tokenMs)
    const { rows } = await sql<{ allowed: boolean; full_at: Date }>`
      with taken as (
        insert into attempt_counts (id, full_at)
        values (${id}, ${now}::timestamptz + ${tokenMs}::float8 * interval '1 millisecond')
        on conflict (id) do update
        set full_at = greatest(attempt_counts.full_at, ${now})
          + ${tokenMs}::float8 * interval '1 millisecond'
        where attempt_counts.full_at <= ${latest}
        returning full_at
      )
      select true as allowed, full_at from taken
      union all
      select false, full_at from attempt_counts
      where id = ${id} and not exists (select from taken)`.execute(context.directory)
    const [row] = rows
    if (row?.allowed) return { allowed: true, retryAfterSeconds: 0 }
    // A refusal without a row is one by a count that another process created at this moment.
    const waitMs = (row?.full_at.getTime() ?? latest.getTime() + tokenMs) - latest.getTime()
    // The bound keeps the answer sensible when the limit shrank or the clock was set back.
    const seconds = Math.ceil(Math.min(waitMs, burst * tokenMs) / 1000)
    return { allowed: false, retryAfterSeconds: Math.max(1, seconds) }
  }
}
