import type { Context } from '#db/context.ts'
import { isLeaseOver } from '#lanes/lane-handler.ts'
import type { LaneDue, LaneHandler, WorkedLane } from '#lanes/lane-handler.ts'
import { createWakeUps } from '#lanes/wake-ups.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import { createTokenCache } from '../oauth/create-token-cache.ts'
import { createAttemptRecorder } from './create-attempt-recorder.ts'
import type { RecordAttempt } from './create-attempt-recorder.ts'
import { createEndpointPoll } from './create-endpoint-poll.ts'
import type { PollEndpoint } from './create-endpoint-poll.ts'
import { createHealthRecorder } from './create-health-recorder.ts'
import type { RecordHealth } from './create-health-recorder.ts'
import { createFailingSlots } from './failing-slots.ts'
import type { FailingSlots } from './failing-slots.ts'
import { findDueEndpoints } from './find-due-endpoints.ts'
import { releaseHeldDeliveries } from './hold-deliveries.ts'
import type { KnownPending } from './known-pending.ts'
import { limitHoldReleases } from './limit-hold-releases.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'
import { probeEndpoint } from './probe-endpoint.ts'
import { createStartOrder } from './start-order.ts'
import type { StartOrder } from './start-order.ts'
import { deliverTurn } from './turn/deliver-turn.ts'
import type { TurnOptions } from './turn/turn-state.ts'

/** Settings of the lanes: after `turnMs` an endpoint starts no more attempts, so that others get the slot. */
type WebhookLaneOptions = {
  fetch: SafeFetch['fetch']
  timeoutMs?: number
  turnMs?: number
  leaseMs?: number
  slots?: number
}

/** State and functions that all lanes of a process share. */
type WebhookWork = {
  context: Context
  exchange: Pick<TurnOptions, 'fetch' | 'tokens' | 'timeoutMs'>
  turnMs: number
  poll: PollEndpoint
  record: RecordAttempt
  recordHealth: RecordHealth
  releaseHolds: (endpoint: DeliveryEndpoint & KnownPending) => Promise<boolean>
  failingSlots: FailingSlots
  startOrder: StartOrder
  /** Endpoints that are worked on, and how many of them are many. */
  turns: { count: number; many: number }
}

/**
 * Above this share of used slots, idle turns end early. It is higher than one workspace's share, so that one flood does not trigger it.
 */
const MANY_TURNS = 3 / 4

/** Pause of a disabled endpoint during which wake-ups have no effect. */
const DISABLED_PAUSE_MS = 2_000

/**
 * Creates the handler of webhook lanes: delivers at least once, in order of creation as long as nothing fails.
 * Failing endpoints get at most half of the slots, so that healthy ones always find one.
 */
export function createWebhookLane(context: Context, options: WebhookLaneOptions): LaneHandler {
  const { fetch, timeoutMs, turnMs = 5_000, leaseMs = 15_000, slots = 256 } = options
  const { poll, setFailing } = createEndpointPoll(context)
  const work: WebhookWork = {
    context,
    exchange: { fetch, tokens: createTokenCache(context, fetch, timeoutMs), timeoutMs },
    turnMs,
    poll,
    record: createAttemptRecorder(context),
    recordHealth: createHealthRecorder(context, setFailing),
    releaseHolds: limitHoldReleases((endpoint) =>
      releaseHeldDeliveries(context, endpoint, endpoint),
    ),
    failingSlots: createFailingSlots(slots),
    startOrder: createStartOrder(),
    turns: { count: 0, many: slots * MANY_TURNS },
  }
  return {
    slots,
    leaseMs,
    findDue: () => findDueEndpoints(context),
    work: (lane, signal) => workLane(work, lane, signal),
  }
}

async function workLane(
  work: WebhookWork,
  lane: WorkedLane,
  signal: AbortSignal,
): Promise<LaneDue> {
  const { context, failingSlots } = work
  const { workspaceId, targetId: endpointId, wakeUps = createWakeUps() } = lane
  const poll = async (except: string[], started: number) => {
    const found = await work.poll({ workspaceId, endpointId, except, started })
    if (!found) return undefined
    lane.wakes = found.wakes
    const { endpoint, known } = found
    // The released ones are due, and this poll did not see them.
    if (endpoint.status === 'enabled' && (await work.releaseHolds({ ...known, ...endpoint }))) {
      wakeUps.isPending = true
      known.hasOrdered = false
    }
    return found
  }
  const first = await poll([], 0)
  if (!first) return cancelSome(context, workspaceId, endpointId)
  const { endpoint } = first
  if (endpoint.status === 'disabled') return workDisabled(work, endpoint)
  if (signal.aborted) return context.clock.now()
  const { turns } = work
  const isFailing = endpoint.failing_since !== null
  if (isFailing && !failingSlots.take()) return postpone(context)
  turns.count++
  try {
    const record: TurnOptions['record'] = (result) => work.record({ ...result, workspaceId })
    const { exchange, turnMs, recordHealth, startOrder } = work
    const isLost = () => isLeaseOver(lane)
    const areSlotsFew = () => turns.count > turns.many
    const shared = { context, ...exchange, turnMs, signal, isLost, areSlotsFew }
    const options = { ...shared, poll, record, recordHealth, startOrder, wakeUps }
    return await deliverTurn(options, first)
  } finally {
    turns.count--
    if (isFailing) failingSlots.release()
  }
}

/** Cancels deliveries of a deleted endpoint; the lane is due again at once while there are more. */
async function cancelSome(
  context: Context,
  workspaceId: string,
  endpointId: string,
): Promise<LaneDue> {
  const isMore = await cancelDeliveries(context, workspaceId, endpointId)
  return isMore ? context.clock.now() : null
}

/** Probes an endpoint that was disabled because it failed, when that is due; delivers nothing. */
async function workDisabled(work: WebhookWork, endpoint: DeliveryEndpoint): Promise<LaneDue> {
  const { context, exchange } = work
  const now = context.clock.now()
  const { probe_at: probeAt, disabled_reason: reason } = endpoint
  if (reason !== 'failing' || !probeAt) return null
  if (probeAt <= now) return probeEndpoint(context, exchange, endpoint)
  return { dueAt: probeAt, notBefore: new Date(now.getTime() + DISABLED_PAUSE_MS) }
}

/** Postpones a failing endpoint that found no slot by 0.5 to 1.5 s. */
function postpone(context: Context): LaneDue {
  const soon = new Date(context.clock.now().getTime() + 500 + 1_000 * Math.random())
  return { dueAt: soon, notBefore: soon }
}
