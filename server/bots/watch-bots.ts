import type { Scope } from '#db/context.ts'
import { findNextTimeOut, recordTurns } from './record-turns.ts'
import { timeOutBots } from './time-out-bots.ts'

/** Most events that one statement reads. */
const PAGE = 2_000

/**
 * Follows the events of a workspace: records until when bots must act, and takes the conversations of those that did not act in time.
 * Returns up to which event it has acted, and when the next bot must act.
 */
export async function watchBots(
  scope: Scope,
  { position: from, head }: { position: number; head: number },
  isOver: () => boolean,
): Promise<{ position: number; dueAt: Date | null }> {
  let position = from
  while (position < head && !isOver()) {
    const until = Math.min(position + PAGE, head)
    await recordTurns(scope, { after: position, until })
    position = until
  }
  let isMore = true
  while (isMore && !isOver()) isMore = await timeOutBots(scope)
  return { position, dueAt: await findNextTimeOut(scope) }
}
