import type { LaneDue } from '#lanes/lane-handler.ts'
import type { EndpointPoll } from '../poll-deliveries.ts'
import { recordHealth } from '../record-health.ts'
import { queueFound, refillQueue } from './refill-queue.ts'
import { startAttempts } from './start-attempts.ts'
import { dueAfterTurn } from './turn-due.ts'
import { canStartAt, createTurnState, nextStep, shouldRefill } from './turn-state.ts'
import type { TurnOptions } from './turn-state.ts'

/**
 * Attempts the due deliveries of an endpoint, as many at a time as it takes, until none is due or the turn is over.
 * Returns when the endpoint is due again. `first` is the result of the first poll.
 *
 * The queue is refilled while attempts are in flight, so that one that hangs keeps no other from starting.
 */
export async function deliverTurn(options: TurnOptions, first: EndpointPoll): Promise<LaneDue> {
  const { context } = options
  const state = createTurnState(context, first.endpoint, performance.now())
  await queueFound(options, state, first, state.queue.mark())
  for (;;) {
    const change = Promise.withResolvers<void>()
    state.wake = change.resolve
    const paceMs = startAttempts(options, state)
    const canStart = canStartAt(state, options, performance.now())
    if (shouldRefill(state, canStart)) refillQueue(options, state)
    const step = nextStep(state, canStart, paceMs)
    if (step === 'end') break
    if (step.isIdle) state.hasMore = true
    const timer = step.waitMs === undefined ? undefined : setTimeout(change.resolve, step.waitMs)
    await change.promise
    clearTimeout(timer)
  }
  await Promise.all(state.recording)
  if (state.failure) throw state.failure.reason
  await recordHealth(context, state.endpoint, state.tally)
  return dueAfterTurn(state, context.clock.now(), state.nextStartAt - performance.now())
}
