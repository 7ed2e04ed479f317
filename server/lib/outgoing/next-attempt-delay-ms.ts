const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delays before each retry, in ms: ten attempts in about two days. */
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

/** The number of attempts per delivery. */
export const ATTEMPTS_MAX = PAUSES_MS.length + 1

/**
 * Returns the delay in ms before the next attempt, or undefined after the last one.
 * `attemptsMade` counts the attempts so far; `random` returns 0 to 1 for a jitter of ±20 %.
 * A `retryAfterMs` longer than the delay is respected up to 24 h, the longest delay of the schedule. A shorter
 * one changes nothing.
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
 * Returns the delay in ms of a `Retry-After` header, or undefined if it is invalid.
 * Supports seconds and HTTP dates. A past date returns 0. A date counts from the response's own `Date` header, because both
 * are from the same clock; without one, from `nowMs`.
 * Source: RFC 9110, sections 5.6.7, 6.6.1 and 10.2.3.
 */
export function parseRetryAfter(
  header: string | undefined,
  nowMs: number,
  date?: string | null,
): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND
  if (!HTTP_DATE.test(text)) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) return undefined
  const sentMs = date && HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN
  return Math.max(0, time - (Number.isNaN(sentMs) ? nowMs : sentMs))
}
