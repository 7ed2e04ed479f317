import { ATTEMPTS_MAX, nextAttemptDelayMs } from '#lib/retry-schedule.ts'
import type { Attempt } from './deliver-webhook.ts'
import type { DueDelivery } from './take-deliveries.ts'

/** What becomes of a delivery after a try. */
export type Verdict = {
  status: 'pending' | 'succeeded' | 'failed'
  nextAttemptAt: Date | null
  completedAt: Date | null
  /** The try was ours to make, not the delivery's: it costs none of its tries. */
  isExtra?: boolean
}

/**
 * What becomes of `delivery` after `attempt`: any 2xx succeeds, everything else is tried again by the schedule
 * until the delivery's last try. `random` gives 0 to 1.
 */
export function judgeAttempt(
  delivery: Pick<DueDelivery, 'attemptsMax'>,
  attempt: Pick<Attempt, 'number' | 'error' | 'retryAfterMs'>,
  now: Date,
  random: () => number = Math.random,
): Verdict {
  if (attempt.error === null) return { status: 'succeeded', nextAttemptAt: null, completedAt: now }
  const left = delivery.attemptsMax - attempt.number
  // A delivery that was offered again begins a schedule of its own, whatever was tried before.
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
