import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ATTEMPTS_MAX } from '#lib/retry-schedule.ts'

/**
 * The columns of a finished delivery that is offered again at `now`, as the `set` of its update: due at once, with a
 * schedule of its own whatever was tried before. A test delivery gets one try.
 */
export function offeredAgain(now: Date): RawBuilder<unknown> {
  return sql`status = 'pending', next_attempt_at = ${now}::timestamptz, completed_at = null, held = false,
    attempts_max = webhook_deliveries.attempt_count
      + case when webhook_deliveries.test_body is null then ${ATTEMPTS_MAX}::int else 1 end`
}
