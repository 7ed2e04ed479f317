import { ATTEMPTS_MAX, nextAttemptDelayMs } from '#lib/outgoing/next-attempt-delay-ms.ts'
import type { Attempt } from './deliver-webhook.ts'
import type { DueDelivery } from './poll-deliveries.ts'

/** The state of a delivery after an attempt. */
export type Verdict = {
  status: 'pending' | 'succeeded' | 'failed'
  nextAttemptAt: Date | null
  completedAt: Date | null
  /** Our own failure; it does not count towards the attempt limit. */
  isExtra?: boolean
}

/**
 * Returns the next state of `delivery` after `attempt`: any 2xx succeeds, everything else is retried by the schedule
 * until the last attempt. `random` returns 0 to 1.
 */
export function classifyAttempt(
  delivery: Pick<DueDelivery, 'attemptsMax'>,
  attempt: Pick<Attempt, 'number' | 'error' | 'retryAfterMs'>,
  now: Date,
  random: () => number = Math.random,
): Verdict {
  if (attempt.error === null) return { status: 'succeeded', nextAttemptAt: null, completedAt: now }
  const left = delivery.attemptsMax - attempt.number
  // A delivery that was queued again has a new schedule, which ignores earlier attempts.
  const made = Math.max(1, ATTEMPTS_MAX - left)
  const delayMs =
    left > 0 ? nextAttemptDelayMs(made, { random, retryAfterMs: attempt.retryAfterMs }) : undefined
  if (delayMs === undefined) return { status: 'failed', nextAttemptAt: null, completedAt: now }
  return {
    status: 'pending',
    nextAttemptAt: new Date(now.getTime() + delayMs),
    completedAt: null,
  }
}
