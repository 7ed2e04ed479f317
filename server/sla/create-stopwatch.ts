import type { RunningTime } from './running-time.ts'

/** A reading of a stopwatch. Times are milliseconds since 1970; `dueAt` is null while it stands still before the target is used up. */
export type Reading = {
  consumedMs: number
  runningSince: number | null
  dueAt: number | null
  warningAt: number | null
  breachedAt: number | null
}

/**
 * Creates the stopwatch of a target. It consumes the time of the clock with which it was started last, so a pause or another calendar
 * changes only what is left. It is breached by what happens after its due time, not at it.
 */
export function createStopwatch(targetMs: number, warningPercent: number | null) {
  const warningMs = warningPercent === null ? null : (targetMs * warningPercent) / 100
  let consumedMs = 0
  let running: { since: number; time: RunningTime } | undefined
  let dueAt: number | null = null
  let warningAt: number | null = null
  let isWarned = false
  let breachedAt: number | null = null

  /** Notes what was due before `at`. */
  function pass(at: number): void {
    if (!running) return
    if (warningAt !== null && at >= warningAt) isWarned = true
    if (dueAt !== null && at > dueAt) breachedAt ??= dueAt
  }

  function stop(at: number): void {
    if (!running) return
    pass(at)
    consumedMs += running.time.between(running.since, at)
    running = undefined
    if (breachedAt === null) dueAt = null
    if (!isWarned) warningAt = null
  }

  return {
    start(at: number, time: RunningTime): void {
      if (running) stop(at)
      running = { since: at, time }
      if (breachedAt !== null) return
      dueAt = time.after(at, Math.max(0, targetMs - consumedMs)) ?? null
      if (warningMs !== null && !isWarned)
        warningAt = time.after(at, Math.max(0, warningMs - consumedMs)) ?? null
    },
    stop,
    /** Returns whether it runs. */
    isRunning: () => running !== undefined,
    /** Ends it at `at` and returns the last reading, with the due time that counted. */
    end(at: number): Reading {
      const counted = dueAt
      const warned = warningAt
      stop(at)
      return { ...read(), dueAt: counted, warningAt: warned, runningSince: null }
    },
    read,
  }

  function read(): Reading {
    return { consumedMs, runningSince: running?.since ?? null, dueAt, warningAt, breachedAt }
  }
}
