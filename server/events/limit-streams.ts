import { AppError } from '#lib/errors.ts'

/** The maximum number of open streams per API key and in total, per process. */
export type StreamLimits = { perKey: number; inAll: number }

/** The time that a rejected client should wait, in seconds. A broken stream may still be counted until then. */
const RETRY_AFTER_SECONDS = '5'

/**
 * Creates a counter of open streams. `enter` counts a key's stream and returns a function that ends it.
 *
 * @throws {AppError} too_many_streams, streams_exhausted
 */
export function createStreamGate(limits: StreamLimits): (keyId: string) => () => void {
  const open = new Map<string, number>()
  let all = 0
  return (keyId) => {
    const own = open.get(keyId) ?? 0
    const headers = { 'retry-after': RETRY_AFTER_SECONDS }
    if (own >= limits.perKey)
      throw new AppError(
        'too_many_streams',
        `The API key already has ${own} open streams, the maximum. Close one or use another key.`,
        { headers },
      )
    if (all >= limits.inAll)
      throw new AppError(
        'streams_exhausted',
        'This server cannot open more streams. GET /api/v1/events returns the same events.',
        { headers },
      )
    open.set(keyId, own + 1)
    all++
    return () => {
      all--
      const left = open.get(keyId)! - 1
      if (left > 0) open.set(keyId, left)
      else open.delete(keyId)
    }
  }
}
