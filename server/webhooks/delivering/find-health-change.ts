import type { Attempt } from './deliver-webhook.ts'
import { isLongFailure } from './delivery-rate.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'

/** An endpoint whose attempts all failed for this long is disabled. */
export const FAILING_MS = 3 * 24 * 3_600_000

/**
 * 410 Gone: the receiver wants no more deliveries. Source: Standard Webhooks, "Webhook delivery", and RFC 9110
 * §15.5.11.
 */
const GONE = 410

/** Returns whether the receiver answered that it is gone for good. */
export function isGone(attempt: Pick<Attempt, 'responseStatus' | 'error'>): boolean {
  return attempt.responseStatus === GONE && attempt.error === 'unexpected_status'
}

/** An attempt that took this long is slow. */
const SLOW_MS = 250

/** Returns whether an attempt took long or failed, so that its endpoint's next one, and the record of this one, are not urgent. */
export function isSlowAttempt({ durationMs, error }: Pick<Attempt, 'durationMs' | 'error'>) {
  return durationMs >= SLOW_MS || error !== null
}

/** The attempts from which an endpoint's health is derived, in the order in which they ended. */
export type HealthTally = {
  add: (attempt: Attempt) => void
  read: () => {
    firstAt: Date | undefined
    hasSucceeded: boolean
    isGone: boolean
    last: Pick<Attempt, 'error' | 'responseStatus'> | undefined
  }
}

/** Counts attempts without storing them. */
export function createHealthTally(): HealthTally {
  let firstAt: Date | undefined
  let hasSucceeded = false
  let wasGone = false
  let last: Pick<Attempt, 'error' | 'responseStatus'> | undefined
  return {
    add(attempt) {
      firstAt ??= attempt.startedAt
      hasSucceeded ||= attempt.error === null
      wasGone ||= isGone(attempt)
      last = { error: attempt.error, responseStatus: attempt.responseStatus }
    },
    read: () => ({ firstAt, hasSucceeded, isGone: wasGone, last }),
  }
}

/** A change of an endpoint's health: the new values of its columns, and the notice if it is disabled now. */
export type HealthChange = {
  endpoint: DeliveryEndpoint
  failingSince: Date | null
  recoveredAt: Date | null
  /** Why it is disabled now. */
  reason: 'gone' | 'failing' | null
  last: Pick<Attempt, 'error' | 'responseStatus'>
}

/**
 * Returns what some attempts change in the health of an endpoint; null for nothing. It is disabled when it is gone, or when it
 * failed everything for three days.
 */
export function findHealthChange(
  endpoint: DeliveryEndpoint,
  tally: HealthTally,
  now: Date,
): HealthChange | null {
  const { firstAt, hasSucceeded, isGone: wasGone, last } = tally.read()
  if (!firstAt || !last) return null
  const before = endpoint.failing_since
  const failingSince = hasSucceeded ? null : (before ?? firstAt)
  const isFailing = failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS
  const reason = wasGone ? 'gone' : isFailing ? 'failing' : null
  if (failingSince?.getTime() === before?.getTime() && !reason) return null
  const isBack = hasSucceeded && isLongFailure(before, now)
  return { endpoint, failingSince, recoveredAt: isBack ? now : null, reason, last }
}
