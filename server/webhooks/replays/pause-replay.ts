import type { Scope } from '#context.ts'
import { moveReplay, replayEnded } from './move-replay.ts'
import type { Replay } from './schema.ts'

/**
 * Pauses a replay until it is resumed; what it queued is delivered. Also pauses one that waits for its endpoint, which
 * then does not resume by itself. @throws {AppError} replay_not_found, replay_ended
 */
export async function pauseReplay(scope: Scope, id: string): Promise<Replay> {
  return moveReplay(scope, id, async (_tx, { status, paused_reason: reason }) => {
    if (status === 'completed' || status === 'cancelled') throw replayEnded(status)
    if (reason === 'manual') return undefined
    return { status: 'paused', paused_reason: 'manual' }
  })
}
