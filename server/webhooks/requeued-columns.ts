import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ATTEMPTS_MAX } from '#lib/outgoing/next-attempt-delay-ms.ts'

/**
 * Returns the `set` columns that queue a finished delivery again at `now`: due immediately, with a new schedule that
 * ignores earlier attempts. A test delivery gets one attempt.
 */
export function requeuedColumns(now: Date): RawBuilder<unknown> {
  return sql`status = 'pending', next_attempt_at = ${now}::timestamptz, completed_at = null, held = false,
    attempts_max = webhook_deliveries.attempt_count
      + case when webhook_deliveries.test_body is null then ${ATTEMPTS_MAX}::int else 1 end`
}
