import { pausedMs, watchPauses } from './watch-pauses.ts'

/** Most ms by which pauses of this process extend a deadline, so that each ends. */
export const EXTENSION_MS_MAX = 30_000

/** The time to read what arrived during a pause that was longer than the extension. */
const GRACE_MS = 1_000

/** A deadline in progress. `pausedMs`: for how long this process did not run since its start. Call `end` in any case. */
type Deadline = Disposable & { pausedMs: () => number; end: () => void }

/**
 * Calls `onLate` after `ms` in which this process could read a response, unless `end` is called before. Pauses of the process extend
 * the deadline by their length, up to a limit: otherwise a process that had no CPU would count its own absence against the other side.
 * What has arrived by the end is read first.
 */
export function startDeadline(ms: number, onLate: () => void): Deadline {
  const startedAt = performance.now()
  const unwatch = watchPauses()
  const pausedBefore = pausedMs()
  const paused = () => pausedMs() - pausedBefore
  let isOver = false
  let hasGrace = true
  let dueAt = startedAt + ms

  function check(): void {
    const now = performance.now()
    const isLate = now - dueAt > GRACE_MS
    dueAt = startedAt + ms + Math.min(paused(), EXTENSION_MS_MAX)
    if (dueAt <= now && isLate && hasGrace) {
      hasGrace = false
      dueAt = now + GRACE_MS
    }
    if (dueAt > now) timer = setTimeout(check, dueAt - now)
    // Sockets are read between timers and immediates.
    else setImmediate(() => isOver || onLate())
  }

  let timer = setTimeout(check, ms)
  function end(): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    unwatch()
  }
  return { pausedMs: paused, end, [Symbol.dispose]: end }
}

/** Runs `run` with a signal that is aborted with a TimeoutError at a deadline of `ms`, which lasts until `run` settles. */
export async function withDeadline<T>(
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  using _deadline = startDeadline(ms, () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  )
  return await run(controller.signal)
}
