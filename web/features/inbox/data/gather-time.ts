const GATHER_MS = 12
const BURST_MS = 50
const BURST_EVENTS = 6

/**
 * Creates a function that returns how long an event, which arrives at `now`, waits for others in ms. During a burst, the events of
 * 12 ms are rendered together. A few events are rendered at once, because one message of a customer causes several: its own, and
 * those that it is read and answered.
 */
export function createGatherTime(): (now: number) => number {
  let since = -BURST_MS
  let count = 0
  return (now) => {
    if (now - since >= BURST_MS) [since, count] = [now, 0]
    count++
    return count > BURST_EVENTS ? GATHER_MS : 0
  }
}
