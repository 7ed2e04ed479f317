import type { Gauge } from 'prom-client'
import { AppError } from '#lib/errors.ts'
import { streamsRefused } from '#lib/metrics.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** The most open streams with the same key in this process, and the error for one more. */
type StreamLimit = { key: string; max: number; code: ErrorCode; message: string }

/**
 * Creates a counter of open streams, which `open` reports. It refuses a stream with the error of the first limit that is reached, and
 * otherwise returns a function that ends the stream.
 */
export function createStreamGate(
  open: Gauge,
  retryAfterSeconds: number,
): (limits: readonly StreamLimit[]) => () => void {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0

  function add(limits: readonly StreamLimit[], change: 1 | -1): void {
    open.inc(change)
    for (const { key } of limits) {
      const count = countOf(key) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }

  return (limits) => {
    const reached = limits.find(({ key, max }) => countOf(key) >= max)
    if (reached) {
      streamsRefused.inc({ code: reached.code })
      throw new AppError(reached.code, reached.message, { headers })
    }
    add(limits, 1)
    return () => add(limits, -1)
  }
}
