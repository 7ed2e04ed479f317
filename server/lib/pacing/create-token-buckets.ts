/** The result of a request to a bucket. `remaining` is what is left after it. */
type Take = {
  allowed: boolean
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}

/** A limit: `burst` at once, then `ratePerSecond`. */
type RateLimit = { ratePerSecond: number; burst: number }

/**
 * Rate limits by key. The limit can differ between keys and change between calls. `set` changes when a bucket that is kept
 * is full again, in ms of the same clock.
 */
export type TokenBuckets = {
  take: (key: string, limit: RateLimit) => Take
  set: (key: string, fullAt: number) => void
  size: () => number
}

/**
 * Creates token buckets in memory, by key. A new bucket is full.
 * A bucket is one number: the time (ms of `now`, ideally of a monotonic clock) at which it is full again.
 * At most `keysMax` buckets are kept: full ones are removed first, because they hold no state, then the oldest.
 * `resetSeconds` is the time until the bucket is full again; `retryAfterSeconds` is 0 if the request is
 * allowed.
 */
export function createTokenBuckets({
  now,
  keysMax = 50_000,
}: {
  now: () => number
  keysMax?: number
}): TokenBuckets {
  const fullAtByKey = new Map<string, number>()

  function makeRoom(nowMs: number): void {
    for (const [key, fullAt] of fullAtByKey) if (fullAt <= nowMs) fullAtByKey.delete(key)
    // Remove a tenth in one pass, so that with many new keys not every call pays for a whole pass.
    let excess = fullAtByKey.size < keysMax ? 0 : Math.ceil(keysMax / 10)
    for (const key of fullAtByKey.keys()) {
      if (excess-- <= 0) break
      fullAtByKey.delete(key)
    }
  }

  return {
    size: () => fullAtByKey.size,
    set(key, fullAt) {
      if (fullAtByKey.has(key)) fullAtByKey.set(key, fullAt)
    },
    take(key, { ratePerSecond, burst }) {
      const nowMs = now()
      const tokenMs = 1000 / ratePerSecond
      const known = fullAtByKey.get(key)
      // The bounds keep a bucket valid when its limit shrinks or the clock is set back.
      const missingMs = Math.min(Math.max((known ?? nowMs) - nowMs, 0), burst * tokenMs)
      // A rounding error must not cost a token.
      const available = burst - missingMs / tokenMs + 1e-6
      const allowed = available >= 1
      const leftMs = allowed ? missingMs + tokenMs : missingMs
      if (known === undefined && fullAtByKey.size >= keysMax) makeRoom(nowMs)
      fullAtByKey.set(key, nowMs + leftMs)
      return {
        allowed,
        remaining: Math.max(0, Math.floor(allowed ? available - 1 : available)),
        resetSeconds: Math.ceil(leftMs / 1000),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - available) / ratePerSecond)),
      }
    },
  }
}
