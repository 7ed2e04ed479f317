import type { Scope } from '#db/context.ts'
import { streams } from '#lib/metrics.ts'
import { createStreamGate } from './create-stream-gate.ts'

/** The maximum number of open streams per API key, per workspace and in total, per process. */
export type StreamLimits = { perKey: number; perWorkspace: number; inAll: number }

/** The time that a rejected client should wait. A broken stream may still be counted until then. */
const RETRY_AFTER_SECONDS = 5

/**
 * Limits the open streams of events. Returns a function that counts a stream of a caller and returns a function that ends it.
 *
 * @throws {AppError} too_many_streams, quota_exceeded, streams_exhausted
 */
export function limitStreams(limits: StreamLimits): (scope: Scope) => () => void {
  const { perKey, perWorkspace, inAll } = limits
  const enter = createStreamGate(streams, RETRY_AFTER_SECONDS)
  return ({ workspaceId, actor }) =>
    enter([
      {
        key: `caller ${actor.id}`,
        max: perKey,
        code: 'too_many_streams',
        message: `The API key or the member already has ${perKey} open streams, the maximum. Close one first.`,
      },
      {
        key: `workspace ${workspaceId}`,
        max: perWorkspace,
        code: 'quota_exceeded',
        message: `The workspace can have ${perWorkspace} open streams. Close one first.`,
      },
      {
        key: 'all',
        max: inAll,
        code: 'streams_exhausted',
        message:
          'This server cannot open more streams. GET /api/v1/events returns the same events.',
      },
    ])
}
