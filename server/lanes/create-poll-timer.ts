import { withCause } from '#lib/cause.ts'
import { withTimeBudget } from '#lib/time-budget.ts'

/** Timer of a poll. `pollIn` polls after `ms`, unless a poll is due earlier; `settled` waits for the current poll. */
export type PollTimer = {
  pollIn: (ms: number) => void
  stop: () => void
  settled: () => Promise<void>
}

/** Creates a timer that runs `poll`, one at a time; it returns the ms after which to poll again. */
export function createPollTimer(poll: () => Promise<number>): PollTimer {
  let timer: NodeJS.Timeout | undefined
  let immediate: NodeJS.Immediate | undefined
  let nextAt = Infinity
  let polling: Promise<void> | undefined
  let isStopped = false

  function pollIn(ms: number): void {
    const at = performance.now() + ms
    if (at >= nextAt || isStopped) return
    nextAt = at
    cancel()
    // A timer would wait for at least a millisecond.
    if (ms > 0) timer = setTimeout(run, ms)
    else immediate = setImmediate(run)
  }

  function cancel(): void {
    clearTimeout(timer)
    clearImmediate(immediate)
  }

  function run(): void {
    if (polling) return
    nextAt = Infinity
    // Not for the request that caused the poll, nor in its time: it may find the work of others.
    const started = withTimeBudget(undefined, () => withCause(undefined, poll))
    polling = started.then((againMs) => {
      polling = undefined
      // A poll that was requested while this one ran may be due earlier.
      const at = Math.min(nextAt, performance.now() + againMs)
      nextAt = Infinity
      pollIn(Math.max(0, at - performance.now()))
    })
  }

  return {
    pollIn,
    stop() {
      isStopped = true
      cancel()
    },
    settled: async () => polling,
  }
}
