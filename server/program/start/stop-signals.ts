/**
 * One Ctrl-C can send two signals, from the terminal and from npm. Signals closer together than this count as
 * one.
 */
const SAME_WISH_MS = 1_500

/** The time limit for stopping before the process is ended by force. */
const STOP_MS = 20_000

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP. Calls `force` on a second signal, or if `stop` takes too
 * long.
 */
export function onStopSignals(on: {
  stop: (signal: string) => void
  force: (reason: string) => void
}): void {
  let askedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (askedAt === undefined) {
        askedAt = performance.now()
        setTimeout(() => on.force(`stopping took longer than ${STOP_MS / 1000} s`), STOP_MS).unref()
        on.stop(signal)
      } else if (performance.now() - askedAt > SAME_WISH_MS) on.force(`a second ${signal} came`)
    })
}
