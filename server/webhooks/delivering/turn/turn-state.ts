import type { Context } from '#db/context.ts'
import type { WakeUps } from '#lanes/wake-ups.ts'
import type { ClientTls, SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { openHeaders } from '../../seal-headers.ts'
import { openAllSecrets } from '../../open-secrets.ts'
import type { TokenCache } from '../../oauth/create-token-cache.ts'
import { openTls } from '../../tls/seal-tls.ts'
import type { RecordHealth } from '../create-health-recorder.ts'
import { FAILURES_OF_A_TURN } from '../delivery-rate.ts'
import type { DeliveryEndpoint, EndpointPoll } from '../poll-deliveries.ts'
import type { AttemptRecord } from '../record-attempts.ts'
import type { StartOrder, Starter } from '../start-order.ts'
import { createHealthTally } from '../find-health-change.ts'
import type { HealthTally } from '../find-health-change.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import type { DeliveryQueue } from './delivery-queue.ts'

/**
 * Options for one delivery turn: `poll` finds due deliveries, except those it is given, in a turn that has started that many
 * attempts; `record` stores the result of an attempt. After `turnMs`, or once `signal` is aborted, no attempt starts.
 */
export type TurnOptions = {
  context: Context
  fetch: SafeFetch['fetch']
  tokens: TokenCache
  timeoutMs: number | undefined
  poll: (except: string[], started: number) => Promise<EndpointPoll | undefined>
  record: (result: AttemptRecord) => Promise<void>
  recordHealth: RecordHealth
  startOrder: StartOrder
  turnMs: number
  signal: AbortSignal
  wakeUps: WakeUps
  /** Returns whether more than three quarters of the slots for endpoints are taken. */
  areSlotsFew: () => boolean
  /** Returns whether the lease ran out, so that another worker may attempt the same deliveries. */
  isLost: () => boolean
}

/** State of one delivery turn. Times named `…At` without a date are on the monotonic clock. */
export type TurnState = {
  startedAt: number
  endpoint: DeliveryEndpoint
  secrets: ReturnType<typeof openAllSecrets>
  headers: Record<string, string>
  tls: ClientTls | undefined
  queue: DeliveryQueue
  tally: HealthTally
  /** Start of each attempt in flight by delivery, the oldest first. */
  inFlight: Map<string, number>
  /** Results that are being stored. */
  recording: Set<Promise<void>>
  /** Next retry that the last poll reported, and those of attempts since then. */
  nextRetryAt: Date | null
  retryTimes: Date[]
  isPolling: boolean
  /** The limit of the last poll. */
  polledMax: number
  /** A delivery blocked later ones of its ordering key at the last poll. */
  hasBlocking: boolean
  /** Another poll may find more. */
  hasMore: boolean
  startedCount: number
  /** Its last attempt took long, or failed. */
  isSlow: boolean
  /** Asks when the next attempt may start. */
  starter: Starter
  wakeUps: WakeUps
  /** The last position that a poll could see, and that up to which the turn knows all deliveries. */
  polledTo: number
  knownTo: number
  /** When a wake-up may cause the next poll: the more the last one found, the later, so that the next finds more. */
  nextPollAt: number
  /** When the endpoint's pace allows the next attempt. */
  nextStartAt: number
  failuresInRow: number
  /** The endpoint is gone, deleted or disabled. */
  isEnded: boolean
  failure: { reason: unknown } | undefined
  /** Ends the wait of the loop: something has changed. */
  wake: () => void
}

/** While an attempt hangs for `afterMs`, its turn cannot end: others keep starting, for at most `turnsMax` turns. */
const HANGING = { afterMs: 250, turnsMax: 6 }

/** A queue that is shorter than this part of the last poll's limit is refilled while others are still in flight. */
const REFILL_BELOW = 1 / 2

/** Most results that wait to be stored before attempts stop starting. */
const UNRECORDED_MAX = 100

/** A turn waits for a pause of the pace this long; a longer one ends it. */
const PACE_WAIT_MAX_MS = 250

/**
 * The time that an idle turn waits for a wake-up before it ends: the next delivery may be near, and starts without a claim.
 * When slots are few, other endpoints need this one's.
 */
const IDLE_MS = { many: 100, few: 10 }

/** The longest time between two polls that wake-ups cause, while they find something. */
const GATHER_MAX_MS = 10

/** Returns the state of a turn that begins at `now`. */
export function createTurnState(
  context: Context,
  endpoint: DeliveryEndpoint,
  wakeUps: WakeUps,
  now: number,
): TurnState {
  const state: TurnState = {
    startedAt: now,
    endpoint,
    secrets: openAllSecrets(context, endpoint),
    headers: openHeaders(context, endpoint),
    tls: openTls(context, endpoint),
    queue: createDeliveryQueue(),
    tally: createHealthTally(),
    inFlight: new Map(),
    recording: new Set(),
    nextRetryAt: null,
    retryTimes: [],
    isPolling: false,
    polledMax: 0,
    hasBlocking: true,
    hasMore: true,
    startedCount: 0,
    isSlow: false,
    starter: {
      workspaceId: endpoint.workspace_id,
      isWaiting: false,
      isGranted: false,
      wanted: 0,
      wake: () => state.wake(),
    },
    wakeUps,
    polledTo: Infinity,
    knownTo: Infinity,
    nextPollAt: 0,
    nextStartAt: 0,
    failuresInRow: 0,
    isEnded: false,
    failure: undefined,
    wake: () => undefined,
  }
  return state
}

/** Returns whether the turn's time is over at `now`. */
export function isTurnOver(
  state: Pick<TurnState, 'startedAt' | 'inFlight'>,
  { turnMs, signal }: Pick<TurnOptions, 'turnMs'> & { signal: Pick<AbortSignal, 'aborted'> },
  now: number,
): boolean {
  const elapsedMs = now - state.startedAt
  if (signal.aborted || elapsedMs >= turnMs * HANGING.turnsMax) return true
  if (elapsedMs < turnMs) return false
  const [oldest = Infinity] = state.inFlight.values()
  return now - oldest < HANGING.afterMs
}

/** Returns whether another attempt may start; `isOver`: the turn's time is over. The first one always may. */
export function mayStart(
  state: Pick<
    TurnState,
    'isEnded' | 'failure' | 'startedCount' | 'failuresInRow' | 'queue' | 'endpoint'
  >,
  isOver: boolean,
): boolean {
  return (
    !state.isEnded &&
    !state.failure &&
    !(state.startedCount > 0 && isOver) &&
    state.failuresInRow < FAILURES_OF_A_TURN &&
    state.queue.known() < state.endpoint.max_in_flight + UNRECORDED_MAX
  )
}

/** Returns whether another attempt may start at `now`. */
export function canStartAt(
  state: TurnState,
  options: Pick<TurnOptions, 'turnMs' | 'signal' | 'isLost'>,
  now: number,
): boolean {
  return !options.isLost() && mayStart(state, isTurnOver(state, options, now))
}

/** Returns when a wake-up may cause a poll that began at `polledAt` and found `count` deliveries to be repeated. */
export function nextPollAfter(polledAt: number, count: number): number {
  return polledAt + Math.min(GATHER_MAX_MS, count)
}

/** Returns in how many ms to poll: 0 when the queue runs low and more may be due, undefined for not at all. */
export function refillInMs(
  state: Pick<
    TurnState,
    'hasMore' | 'isPolling' | 'polledMax' | 'queue' | 'wakeUps' | 'nextPollAt' | 'endpoint'
  >,
  canStart: boolean,
  now: number,
): number | undefined {
  const { queue, endpoint } = state
  if (state.isPolling || !canStart) return undefined
  if (state.hasMore) return queue.waiting() < state.polledMax * REFILL_BELOW ? 0 : undefined
  if (!state.wakeUps.isPending || queue.waiting() >= endpoint.max_in_flight) return undefined
  return Math.max(0, state.nextPollAt - now)
}

/** Next step of a turn: end it, or wait for a change, at most `waitMs`. `isIdle`: end it unless something changes. */
type TurnStep = 'end' | { waitMs: number | undefined; isIdle: boolean }

/**
 * Returns the next step. `paceMs`: how long the endpoint's pace forbids the next attempt, 0 when it does not.
 * `refillMs`: when the next poll is due. `areSlotsFew`: an idle turn ends sooner.
 */
export function nextStep(
  state: Pick<TurnState, 'inFlight' | 'isPolling' | 'recording' | 'queue' | 'startedCount'>,
  canStart: boolean,
  given: { paceMs: number; refillMs: number | undefined; areSlotsFew: boolean },
): TurnStep {
  const { paceMs, refillMs, areSlotsFew } = given
  const pauses = [paceMs, refillMs ?? 0].filter((ms) => ms > 0)
  const pause = pauses.length > 0 ? Math.min(...pauses) : undefined
  if (state.inFlight.size > 0 || state.isPolling) return { waitMs: pause, isIdle: false }
  if (!canStart && state.recording.size === 0) return 'end'
  if (paceMs > PACE_WAIT_MAX_MS) return 'end'
  const isIdle = canStart && pause === undefined && state.queue.waiting() === 0
  if (isIdle && state.startedCount === 0) return 'end'
  return { waitMs: pause ?? (areSlotsFew ? IDLE_MS.few : IDLE_MS.many), isIdle }
}
