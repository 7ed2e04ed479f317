import type { Scope } from '#db/context.ts'
import { moveReplay, replayEnded } from './move-replay.ts'
import type { Replay } from './schema.ts'

/**
 * Pauses a replay until it is resumed. Deliveries that it already queued are still sent. A replay that is paused
 * because its endpoint is disabled no longer resumes by itself.
 *
 * @throws {AppError} replay_not_found, replay_ended
 */
export async function pauseReplay(scope: Scope, id: string): Promise<Replay> {
  return moveReplay(scope, id, async (_tx, { status, paused_reason: reason }) => {
    if (status === 'completed' || status === 'cancelled') throw replayEnded(status)
    if (reason === 'manual') return undefined
    return { status: 'paused', paused_reason: 'manual' }
  })
}
