import { openHeaders } from '../../seal-headers.ts'
import { openAllSecrets } from '../../open-secrets.ts'
import { openTls } from '../../tls/seal-tls.ts'
import { holdDeliveries } from '../hold-deliveries.ts'
import type { EndpointPoll } from '../poll-deliveries.ts'
import type { QueueMark } from './delivery-queue.ts'
import { nextPollAfter } from './turn-state.ts'
import type { TurnOptions, TurnState } from './turn-state.ts'

/** Starts a poll for due deliveries that the turn does not have yet, and queues what it finds. */
export function refillQueue(options: TurnOptions, state: TurnState): void {
  const mark = state.queue.mark()
  const polledAt = options.context.clock.now()
  const startedAt = performance.now()
  state.isPolling = true
  state.wakeUps.isPending = false
  options
    .poll(mark.ids, state.startedCount)
    .then((found) => {
      // A retry that was due by then is among what the poll found.
      state.retryTimes = state.retryTimes.filter((date) => date > polledAt)
      state.nextPollAt = nextPollAfter(startedAt, found?.deliveries.length ?? 0)
      return queueFound(options, state, found, mark)
    })
    .catch((reason: unknown) => void (state.failure ??= { reason }))
    .finally(() => {
      state.isPolling = false
      state.wake()
    })
}

/**
 * Queues what a poll found since `mark`, and holds back what waits for an earlier delivery. Ends the turn when the
 * endpoint is deleted or disabled.
 */
export async function queueFound(
  { context }: Pick<TurnOptions, 'context'>,
  state: TurnState,
  found: EndpointPoll | undefined,
  mark: QueueMark,
): Promise<void> {
  if (!found || found.endpoint.status === 'disabled') {
    state.isEnded = true
    state.queue.clear()
    return
  }
  const { endpoint, deliveries, nextRetryAt, limit, position, hasBlocking } = found
  // The first poll's endpoint is that of the state.
  if (endpoint !== state.endpoint) {
    state.endpoint = endpoint
    state.secrets = openAllSecrets(context, endpoint)
    state.headers = openHeaders(context, endpoint)
    state.tls = openTls(context, endpoint)
  }
  state.nextRetryAt = nextRetryAt
  state.polledMax = limit
  state.hasBlocking = hasBlocking
  state.hasMore = deliveries.length === limit
  state.polledTo = state.knownTo = position
  await holdDeliveries(context, endpoint.workspace_id, state.queue.add(deliveries, mark))
}
