import type { LaneDue } from '#lanes/lane-handler.ts'
import { FAILURES_OF_A_TURN, restMs } from '../delivery-rate.ts'
import type { TurnState } from './turn-state.ts'

/**
 * Returns when the endpoint is due again after its turn. `paceMs`: how long its pace still forbids an attempt. An
 * endpoint that keeps failing pauses, also when new deliveries wake it.
 */
export function dueAfterTurn(
  state: Pick<
    TurnState,
    | 'isEnded'
    | 'hasMore'
    | 'wakeUps'
    | 'queue'
    | 'nextRetryAt'
    | 'retryTimes'
    | 'failuresInRow'
    | 'endpoint'
  >,
  now: Date,
  paceMs: number,
): LaneDue {
  if (state.isEnded) return null
  const { failuresInRow, queue } = state
  const { failing_since: failingSince } = state.endpoint
  const isWaiting = state.hasMore || state.wakeUps.isPending || queue.waiting() > 0
  const dueAt = isWaiting ? now : earliest([state.nextRetryAt, ...state.retryTimes])
  const isFailing = failuresInRow >= FAILURES_OF_A_TURN || (failingSince && failuresInRow > 0)
  const backoffMs = isFailing ? restMs(failingSince ?? now, now) : 0
  const pauseMs = Math.max(paceMs, backoffMs)
  return pauseMs > 0 ? { dueAt, notBefore: new Date(now.getTime() + pauseMs) } : dueAt
}

function earliest(dates: (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => date?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
