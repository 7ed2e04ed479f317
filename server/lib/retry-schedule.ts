const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The pauses before the second and each later try, in ms: ten tries in about two days. */
const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  12 * HOUR,
  24 * HOUR,
]
const PAUSE_MAX_MS = 24 * HOUR

/** How often a delivery is tried in all. */
export const ATTEMPTS_MAX = PAUSES_MS.length + 1

/**
 * Gives the pause in ms before the next try, or `undefined` when all ten have been made.
 * `attemptsMade` counts the tries so far, `random` gives 0 to 1 for the spread of ±20 %.
 * A `retryAfterMs` is waited for in full when longer than the pause, up to 24 h, the longest pause
 * of the schedule; a shorter one changes nothing.
 */
export function nextAttemptDelayMs(
  attemptsMade: number,
  { random, retryAfterMs = 0 }: { random: () => number; retryAfterMs?: number | undefined },
): number | undefined {
  if (attemptsMade <= 0) return 0
  const pause = PAUSES_MS[attemptsMade - 1]
  if (pause === undefined) return undefined
  const spread = Math.round(pause * (0.8 + 0.4 * random()))
  return Math.max(spread, Math.min(retryAfterMs, PAUSE_MAX_MS))
}

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

/**
 * Gives the pause in ms that a `Retry-After` header asks for, or `undefined` when it is none.
 * Both forms are read, seconds and HTTP date; a date in the past gives 0.
 * Source: RFC 9110, sections 5.6.7 and 10.2.3.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND
  if (!HTTP_DATE.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.max(0, time - nowMs)
}
