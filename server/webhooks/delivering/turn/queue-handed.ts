import type { HandedDeliveries } from '#events/handed-deliveries.ts'
import { ATTEMPTS_MAX } from '#lib/outgoing/next-attempt-delay-ms.ts'
import { toSentBody } from '../../to-sent-body.ts'
import { holdsBack, orderingKeyOf } from '../ordering-key-of.ts'
import { canStartAt } from './turn-state.ts'
import type { TurnOptions, TurnState } from './turn-state.ts'

/** Most deliveries that wait in the memory of a turn because they were handed to it. */
const WAITING_MAX = 50

/**
 * Queues deliveries that were committed in this process a moment ago, and returns true; false if a poll must find them,
 * because the turn may know them already, cannot tell what is due before them, or knows an older state of their endpoint.
 *
 * A delivery after the last position that a poll could see was not committed then. Since that poll nobody else could attempt
 * it, because the lane is leased.
 */
export function queueHanded(
  options: Pick<TurnOptions, 'context' | 'turnMs' | 'signal' | 'isLost'>,
  state: TurnState,
  { deliveries, isThin, after, last, endpointUpdatedAt }: HandedDeliveries,
): boolean {
  const { endpoint, queue, wakeUps } = state
  if (state.isPolling || state.hasMore || wakeUps.isPending || after < state.polledTo) return false
  if (endpoint.failing_since) return false
  if (endpoint.updated_at.getTime() !== endpointUpdatedAt.getTime()) return false
  const { ordering } = endpoint
  // Order is promised, so none before them may be missing.
  if ((ordering !== 'creation' || endpoint.max_in_flight === 1) && after !== state.knownTo)
    return false
  if (holdsBack(ordering) && (state.hasBlocking || state.retryTimes.length > 0)) return false
  if (isRetryDue(state, options.context.clock.now())) return false
  if (queue.waiting() + deliveries.length > WAITING_MAX) return false
  if (!canStartAt(state, options, performance.now())) return false
  state.knownTo = last
  queue.add(
    deliveries.map(({ body, ...delivery }) => ({
      ...delivery,
      body: toSentBody(body, isThin),
      attemptCount: 0,
      attemptsMax: ATTEMPTS_MAX,
      orderingKey: orderingKeyOf(ordering, delivery.eventType, body),
      previousId: null,
      mayRelease: false,
    })),
    queue.mark(),
  )
  state.wake()
  return true
}

function isRetryDue({ nextRetryAt, retryTimes }: TurnState, now: Date): boolean {
  return [nextRetryAt, ...retryTimes].some((date) => date !== null && date <= now)
}
