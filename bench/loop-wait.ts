/** The share of arrivals that may wait longer than the figure says. */
export const LOOP_WAIT_SHARE = 0.003

/**
 * Returns the ms that `share` of random arrivals within `totalMs` wait longer for the event loop, if it is busy for each of
 * `stretches` in ms: an arrival in a stretch waits for its rest.
 */
export function waitExceededBy(share: number, stretches: number[], totalMs: number): number {
  const longest = stretches.toSorted((a, b) => b - a)
  let sum = 0
  for (const [index, stretch] of longest.entries()) {
    const next = longest[index + 1] ?? 0
    sum += stretch
    // With a wait of x, arrivals during the first (stretch - x) ms of each longer stretch wait longer.
    const wait = (sum - share * totalMs) / (index + 1)
    if (wait >= next) return Math.max(0, wait)
  }
  return 0
}
