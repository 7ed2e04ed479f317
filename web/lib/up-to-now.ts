const CLOCK_MS = 60_000

/**
 * Returns `date`, or `now` for a time up to a minute later: the shown clock is behind what happened after its last tick,
 * and the clocks of browser and server differ, so that a past event would appear in the future.
 */
export function upToNow(date: Date, now: Date): Date {
  const ahead = date.getTime() - now.getTime()
  return ahead > 0 && ahead < CLOCK_MS ? now : date
}
