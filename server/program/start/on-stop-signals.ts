/**
 * One Ctrl-C can send two signals, from the terminal and from npm. Signals closer together than this count as
 * one.
 */
const SAME_WISH_MS = 1_500

/** The time limit for stopping before the process is ended by force. */
const STOP_MS = 20_000

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP. Calls `force` on a second signal, or if `stop` takes too
 * long. `extend` allows more time for it. A SIGINT calls `hurry` instead of `force` if it returns true, because it ended a
 * drain.
 */
export function onStopSignals(on: {
  stop: (signal: string) => void
  hurry?: () => boolean
  force: (reason: string) => void
}): { extend: (ms: number) => void } {
  let askedAt: number | undefined
  let stopMs = STOP_MS
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (askedAt === undefined) {
        askedAt = performance.now()
        setTimeout(() => on.force(`stopping took longer than ${stopMs / 1000} s`), stopMs).unref()
        on.stop(signal)
      } else if (signal === 'SIGINT' && on.hurry?.()) {
        askedAt = performance.now()
      } else if (performance.now() - askedAt > SAME_WISH_MS) on.force(`a second ${signal} came`)
    })
  return { extend: (ms) => void (stopMs += ms) }
}
