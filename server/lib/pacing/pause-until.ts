/**
 * Waits until `time`, in ms as `performance.now()` counts. If it has passed, waits until the current turn of the event
 * loop has ended, so that what happens in one turn can share what follows.
 */
export function pauseUntil(time: number): Promise<void> {
  const ms = time - performance.now()
  return new Promise((resolve) => {
    if (ms > 0) setTimeout(resolve, ms)
    else setImmediate(resolve)
  })
}
