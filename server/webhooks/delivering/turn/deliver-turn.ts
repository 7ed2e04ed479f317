import type { LaneDue } from '#lanes/lane-handler.ts'
import type { HandedDeliveries } from '#events/handed-deliveries.ts'
import type { EndpointPoll } from '../poll-deliveries.ts'
import { queueHanded } from './queue-handed.ts'
import { queueFound, refillQueue } from './refill-queue.ts'
import { startAttempts } from './start-attempts.ts'
import { dueAfterTurn } from './due-after-turn.ts'
import { canStartAt, createTurnState, nextStep, refillInMs } from './turn-state.ts'
import type { TurnOptions, TurnState } from './turn-state.ts'

/**
 * Attempts the due deliveries of an endpoint, as many at a time as it takes, until none is due or the turn is over.
 * Returns when the endpoint is due again. `first` is the result of the first poll.
 *
 * The queue is refilled while attempts are in flight, so that one that hangs keeps no other from starting. A wake-up
 * during the turn causes a poll, so new deliveries start without another claim, and those that it hands over without a poll.
 */
export async function deliverTurn(options: TurnOptions, first: EndpointPoll): Promise<LaneDue> {
  const { context, wakeUps } = options
  const state = createTurnState(context, first.endpoint, wakeUps, performance.now())
  wakeUps.onWake = () => state.wake()
  wakeUps.onHanded = (handed) => queueHanded(options, state, handed as HandedDeliveries)
  try {
    await queueFound(options, state, first, state.queue.mark())
    await attemptAll(options, state)
  } finally {
    wakeUps.onWake = wakeUps.onHanded = undefined
  }
  await Promise.all(state.recording)
  if (state.failure) throw state.failure.reason
  await options.recordHealth(state.endpoint, state.tally)
  const due = dueAfterTurn(state, context.clock.now(), state.nextStartAt - performance.now())
  // The lane is due at once for them.
  wakeUps.isPending = false
  return due
}

/** Attempts deliveries, and polls for more, until the turn ends. */
async function attemptAll(options: TurnOptions, state: TurnState): Promise<void> {
  for (;;) {
    const change = Promise.withResolvers<boolean>()
    state.wake = () => change.resolve(true)
    const paceMs = startAttempts(options, state)
    const now = performance.now()
    const canStart = canStartAt(state, options, now)
    const refillMs = refillInMs(state, canStart, now)
    if (refillMs === 0) refillQueue(options, state)
    const areSlotsFew = options.areSlotsFew()
    const step = nextStep(state, canStart, { paceMs, refillMs, areSlotsFew })
    if (step === 'end') return
    const timer =
      step.waitMs === undefined ? undefined : setTimeout(change.resolve, step.waitMs, false)
    const isChanged = await change.promise
    clearTimeout(timer)
    if (step.isIdle && !isChanged) return
  }
}
