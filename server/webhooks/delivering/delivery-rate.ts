import type { DeliveryEndpoint } from './poll-deliveries.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Initial deliveries per second to an endpoint that recovered, how fast they double, and for how long. */
const RAMP = { rate: 10, doublesEveryMs: 10 * SECOND, lastsMs: 90 * SECOND }

/** An endpoint that failed for less than this recovers at full speed. */
const BRIEF_MS = MINUTE

/** Consecutive failures that end an endpoint's turn. */
export const FAILURES_OF_A_TURN = 10

/**
 * Returns the deliveries per second that an endpoint may receive at `now`: its own limit, and less while its backlog
 * drains.
 */
export function deliveryRate(
  endpoint: Pick<DeliveryEndpoint, 'rate_limit' | 'recovered_at'>,
  now: Date,
): number {
  const { rate_limit: limit, recovered_at: recoveredAt } = endpoint
  const sinceMs = recoveredAt ? Math.max(0, now.getTime() - recoveredAt.getTime()) : Infinity
  const ramp = sinceMs < RAMP.lastsMs ? RAMP.rate * 2 ** (sinceMs / RAMP.doublesEveryMs) : Infinity
  return Math.min(limit ?? Infinity, ramp)
}

/**
 * Returns the pause after a turn in which a failing endpoint accepted nothing: a dead one with a long backlog then
 * costs little, and the first pauses of the retry schedule still hold.
 */
export function restMs(failingSince: Date, now: Date): number {
  const failingMs = now.getTime() - failingSince.getTime()
  if (failingMs < MINUTE) return SECOND / 2
  return failingMs < 60 * MINUTE ? 2 * SECOND : 10 * SECOND
}

/** Returns whether an endpoint that failed since then is drained at a rising rate when it accepts deliveries again. */
export function isLongFailure(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= BRIEF_MS
}

/**
 * Returns the pause in ms before an endpoint that was disabled for failing is probed again; `random` returns 0 to 1.
 */
export function probePauseMs(probesMade: number, random: () => number): number {
  const pause = Math.min(10 * MINUTE * 2 ** probesMade, 4 * 60 * MINUTE)
  return Math.round(pause * (0.8 + 0.4 * random()))
}
