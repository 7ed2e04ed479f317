import { AppError } from '#lib/errors.ts'

/** How many streams may be open at once, of one key and in all; counted in each process for itself. */
export type StreamLimits = { perKey: number; inAll: number }

/** What a refused client should wait, in seconds: a stream that broke may not have been missed yet. */
const RETRY_AFTER_SECONDS = '5'

/**
 * A count of open streams: `enter` takes a place for a key's stream and gives how to leave it.
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
