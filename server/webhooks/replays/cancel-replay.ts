import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { moveReplay, replayEnded } from './move-replay.ts'
import type { Replay } from './schema.ts'

/**
 * Ends a replay for good: it queues nothing more, and what it queued is delivered. One that is cancelled already stays
 * unchanged. @throws {AppError} replay_not_found, replay_ended
 */
export async function cancelReplay(scope: Scope, id: string): Promise<Replay> {
  return moveReplay(scope, id, async (tx, { id: targetId, status }) => {
    if (status === 'completed') throw replayEnded(status)
    if (status === 'cancelled') return undefined
    await recordAudit(tx, 'replay.cancelled', targetId)
    return { status: 'cancelled', paused_reason: null, completed_at: tx.clock.now() }
  })
}
