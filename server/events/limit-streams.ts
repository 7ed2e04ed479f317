import { AppError } from '#lib/errors.ts'

/** The maximum number of open streams per API key, per workspace and in total, per process. */
export type StreamLimits = { perKey: number; perWorkspace: number; inAll: number }

/** The time that a rejected client should wait, in seconds. A broken stream may still be counted until then. */
const RETRY_AFTER_SECONDS = '5'

/**
 * Creates a counter of open streams. `enter` counts a stream of a key and its workspace, and returns a function that
 * ends it.
 *
 * @throws {AppError} too_many_streams, quota_exceeded, streams_exhausted
 */
export function createStreamGate(
  limits: StreamLimits,
): (workspaceId: string, keyId: string) => () => void {
  const byKey = new Map<string, number>()
  const byWorkspace = new Map<string, number>()
  let all = 0
  return (workspaceId, keyId) => {
    const own = byKey.get(keyId) ?? 0
    const headers = { 'retry-after': RETRY_AFTER_SECONDS }
    if (own >= limits.perKey)
      throw new AppError(
        'too_many_streams',
        `The API key or the member already has ${own} open streams, the maximum. Close one first.`,
        { headers },
      )
    if ((byWorkspace.get(workspaceId) ?? 0) >= limits.perWorkspace)
      throw new AppError(
        'quota_exceeded',
        `The workspace can have ${limits.perWorkspace} open streams. Close one first.`,
        { headers },
      )
    if (all >= limits.inAll)
      throw new AppError(
        'streams_exhausted',
        'This server cannot open more streams. GET /api/v1/events returns the same events.',
        { headers },
      )
    add(byKey, keyId, 1)
    add(byWorkspace, workspaceId, 1)
    all++
    return () => {
      all--
      add(byKey, keyId, -1)
      add(byWorkspace, workspaceId, -1)
    }
  }
}

function add(counts: Map<string, number>, id: string, change: 1 | -1): void {
  const count = (counts.get(id) ?? 0) + change
  if (count > 0) counts.set(id, count)
  else counts.delete(id)
}
