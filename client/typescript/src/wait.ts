const FIRST_MS = 500
const LONGEST_MS = 8_000

/** Waits, or rejects with the reason of `signal` once it is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Returns the pause before retry `number` (from 0): doubled each time, at random, and at least `leastMs`. */
export function toPauseMs(number: number, leastMs = 0): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** number)
  const pauseMs = longest * (0.5 + 0.5 * Math.random())
  // Callers that were refused at the same time must not come back at the same time.
  return leastMs > 0 ? Math.max(pauseMs, leastMs * (1 + 0.1 * Math.random())) : pauseMs
}

/** Returns the milliseconds of a `Retry-After` header, which has seconds or a date. */
export function readRetryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
