import type { Scope } from '#db/context.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { readOpenEndpoint } from '../read-open-endpoint.ts'
import { moveReplay, replayEnded } from './move-replay.ts'
import type { Replay } from './schema.ts'

/**
 * Resumes a paused replay where it stopped; a running one is left alone.
 *
 * @throws {AppError} replay_not_found, replay_ended, endpoint_disabled
 */
export async function resumeReplay(scope: Scope, id: string): Promise<Replay> {
  return moveReplay(scope, id, async (tx, row) => {
    if (row.status === 'completed' || row.status === 'cancelled') throw replayEnded(row.status)
    if (row.status === 'running') return undefined
    await readOpenEndpoint(tx, row.endpoint_id)
    wakeAfterCommit(tx, 'replay', [row.id])
    return { status: 'running', paused_reason: null }
  })
}
