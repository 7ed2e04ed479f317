import { withCause } from '#lib/cause.ts'
import { timeOfId } from '#lib/ids.ts'
import { webhookAttempts, webhookDelay } from '#lib/metrics.ts'
import { validSecrets } from '../../open-secrets.ts'
import { deliverWebhook } from '../deliver-webhook.ts'
import type { Attempt } from '../deliver-webhook.ts'
import { deliveryRate } from '../delivery-rate.ts'
import { classifyAttempt } from '../classify-attempt.ts'
import type { Verdict } from '../classify-attempt.ts'
import { holdsBack } from '../ordering-key-of.ts'
import type { DueDelivery } from '../poll-deliveries.ts'
import type { AttemptRecord } from '../record-attempts.ts'
import { isGone, isSlowAttempt } from '../find-health-change.ts'
import { canStartAt } from './turn-state.ts'
import type { TurnOptions, TurnState } from './turn-state.ts'

/** Starts as many attempts as the endpoint takes; returns the ms until its pace allows the next one, or 0. */
export function startAttempts(options: TurnOptions, state: TurnState): number {
  const { inFlight, queue } = state
  while (inFlight.size < state.endpoint.max_in_flight) {
    const now = performance.now()
    if (!canStartAt(state, options, now)) return 0
    if (queue.waiting() > 0 && state.nextStartAt > now) return state.nextStartAt - now
    const wanted = Math.min(queue.waiting(), state.endpoint.max_in_flight - inFlight.size)
    if (!queue.hasNext() || !options.startOrder.mayStart(state.starter, wanted, isSlow(state)))
      return 0
    const delivery = queue.next()!
    const rate = deliveryRate(state.endpoint, options.context.clock.now())
    if (rate < Infinity) state.nextStartAt = Math.max(state.nextStartAt, now) + 1_000 / rate
    inFlight.set(delivery.id, now)
    state.startedCount++
    const attempted = withCause(delivery.cause, () => attemptDelivery(options, state, delivery))
    attempted.catch((reason: unknown) => {
      state.failure ??= { reason }
      inFlight.delete(delivery.id)
      state.wake()
    })
  }
  return 0
}

/**
 * Returns whether a short wait changes nothing for an endpoint, because it takes long to answer or fails. How long one with a backlog takes
 * is not known before its first attempt.
 */
function isSlow({ endpoint, hasMore, startedCount, isSlow: wasSlow }: TurnState): boolean {
  return wasSlow || endpoint.failing_since !== null || (hasMore && startedCount === 0)
}

/** Makes one attempt, notes its result in the turn and starts to store it. */
async function attemptDelivery(
  options: TurnOptions,
  state: TurnState,
  delivery: DueDelivery,
): Promise<void> {
  const { context, fetch, timeoutMs } = options
  // Chosen for each attempt: an old secret also expires in the middle of a turn.
  const secrets = validSecrets(state.secrets, context.clock.now())
  const { headers, tls, endpoint } = state
  const tokens = options.tokens.of(endpoint)
  const target = { url: endpoint.url, secrets, headers, tokens, tls, timeoutMs }
  const attempt = await deliverWebhook(context, fetch, target, delivery)
  const verdict = classifyAttempt(delivery, attempt, context.clock.now())
  observe(delivery, attempt, verdict)
  state.tally.add(attempt)
  state.isSlow = isSlowAttempt(attempt)
  state.failuresInRow = attempt.error === null ? 0 : state.failuresInRow + 1
  state.isEnded ||= isGone(attempt)
  if (verdict.nextAttemptAt) state.retryTimes.push(verdict.nextAttemptAt)
  const isHolding = verdict.status === 'pending' && holdsBack(state.endpoint.ordering)
  if (state.queue.end(delivery, isHolding) > 0) state.hasMore = true
  state.inFlight.delete(delivery.id)
  const { id: deliveryId, mayRelease } = delivery
  const orderingKey = isHolding ? delivery.orderingKey : null
  const result = { deliveryId, attempt, verdict, orderingKey, mayRelease }
  recordResult(options, state, delivery, result)
  state.wake()
}

function observe(
  { eventId }: DueDelivery,
  { durationMs, startedAt }: Attempt,
  { status }: Verdict,
): void {
  webhookAttempts.observe({ result: status === 'pending' ? 'retried' : status }, durationMs / 1000)
  if (status !== 'succeeded') return
  const arrivedAt = startedAt.getTime() + durationMs
  webhookDelay.observe(Math.max(0, arrivedAt - timeOfId(eventId)) / 1000)
}

function recordResult(
  options: TurnOptions,
  state: TurnState,
  delivery: DueDelivery,
  result: AttemptRecord,
): void {
  const { recording, queue } = state
  const recorded = options
    .record(result)
    .catch((reason: unknown) => void (state.failure ??= { reason }))
    .finally(() => {
      recording.delete(recorded)
      queue.forget(delivery)
      if (recording.size === 0 || queue.waiting() > 0) state.wake()
    })
  recording.add(recorded)
}
