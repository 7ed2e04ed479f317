/** Signals of one Ctrl-C may come twice, from the terminal and from npm: this close together they are one. */
const SAME_WISH_MS = 1_500

/** How long a stop may take before it is given up. */
const STOP_MS = 20_000

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, and `force` when somebody insists or `stop` takes too
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
