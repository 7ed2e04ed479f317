/** How often the event loop is checked, and how late a check must be to count: timers are a few ms late at any time. */
const BEAT_MS = 50
const LATE_MS = 10

let beat: NodeJS.Timeout | undefined
let watchers = 0
let beatAt = 0
let sumMs = 0

/**
 * Counts the time in which this process does not run (it is stopped, or has no CPU, or computes) until the returned function is called. In
 * that time it reads no response, however early it arrived.
 */
export function watchPauses(): () => void {
  if (watchers++ === 0) {
    beatAt = performance.now()
    beat = setInterval(countPause, BEAT_MS)
    beat.unref()
  }
  let isWatching = true
  return () => {
    if (!isWatching) return
    isWatching = false
    if (--watchers > 0) return
    countPause()
    clearInterval(beat)
  }
}

/** Returns the ms of all pauses so far. Pauses are counted while `watchPauses` is in effect. */
export function pausedMs(): number {
  return watchers > 0 ? sumMs + currentPauseMs() : sumMs
}

/** Returns a time in ms, like `performance.now`, that does not advance during pauses. */
export function activeNow(): number {
  return performance.now() - pausedMs()
}

function countPause(): void {
  sumMs += currentPauseMs()
  beatAt = performance.now()
}

/** Returns for how long the next check is overdue. After a pause, timers that were due before it may run first. */
function currentPauseMs(): number {
  const lateMs = performance.now() - beatAt - BEAT_MS
  return lateMs > LATE_MS ? lateMs : 0
}
