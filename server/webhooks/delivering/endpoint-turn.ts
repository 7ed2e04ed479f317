import type { Context } from '#context.ts'
import type { LaneDue } from '#lanes/lane-handler.ts'
import type { SafeFetch } from '#lib/safe-fetch.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { deliveryRate, FAILURES_OF_A_TURN, restMs } from './endpoint-pace.ts'
import { openAllSecrets, validSecrets } from '../endpoint-secrets.ts'
import { holdDeliveries } from './hold-deliveries.ts'
import { judgeAttempt } from './judge-attempt.ts'
import type { AttemptRecord } from './record-attempts.ts'
import { createHealthTally, isGone, recordHealth } from './record-health.ts'
import { TAKEN_MAX } from './take-deliveries.ts'
import type { DueDelivery, Turn } from './take-deliveries.ts'

/**
 * What a turn works with: `take` looks for what is due, `record` stores a result. After `turnMs`, or when `signal`
 * is aborted, it starts no more.
 */
export type TurnTools = {
  context: Context
  fetch: SafeFetch['fetch']
  timeoutMs: number | undefined
  take: (except: string[]) => Promise<Turn | undefined>
  record: (result: AttemptRecord) => Promise<void>
  turnMs: number
  signal: AbortSignal
}

/** While one has been in flight for so long, its turn cannot end: others are started, for so many turns at most. */
const STRAGGLER = { afterMs: 250, turnsMax: 6 }

/** A queue this short is filled while others are still in flight. */
const LOW = TAKEN_MAX / 2

/** Results that may wait to be stored before no more is started. */
const UNRECORDED_MAX = 100

/** A pause this short is waited for; a longer one ends the turn. */
const PATIENCE_MS = 250

/** How long an endpoint that took all it was due is looked at again before its turn ends: the next may be near. */
const LINGER_MS = 10

/**
 * Delivers what is due at an endpoint, as many at a time as it takes, until nothing is due or the turn is over,
 * and gives when it is due again. `first` is what the first look found.
 *
 * While some are in flight the queue is filled, so that one that hangs keeps no other from starting.
 */
export async function deliverTurn(tools: TurnTools, first: Turn): Promise<LaneDue> {
  const { context, turnMs, signal } = tools
  const startedAt = performance.now()
  const inFlight = new Map<string, number>()
  const queue = createDeliveryQueue()
  const recording = new Set<Promise<void>>()
  const tally = createHealthTally()
  let retryAt: Date[] = []
  let { endpoint } = first
  let opened = openAllSecrets(context, endpoint)
  let nextRetryAt: Date | null = null
  let news = Promise.withResolvers<void>()
  let failure: { reason: unknown } | undefined
  let looking: Promise<void> | undefined
  let isMore = true
  let started = 0
  let startedAtLook = 0
  let nextStartAt = 0
  let failuresInRow = 0
  let isEnded = false

  const isOver = () => {
    const now = performance.now()
    if (signal.aborted || now - startedAt >= turnMs * STRAGGLER.turnsMax) return true
    if (now - startedAt < turnMs) return false
    const [oldest = Infinity] = inFlight.values()
    return now - oldest < STRAGGLER.afterMs
  }
  const mayStart = () =>
    !isEnded &&
    !failure &&
    !(started > 0 && isOver()) &&
    failuresInRow < FAILURES_OF_A_TURN &&
    queue.known() < endpoint.max_in_flight + UNRECORDED_MAX

  async function takeIn(turn: Turn | undefined, mark: ReturnType<typeof queue.mark>) {
    if (!turn || turn.endpoint.status === 'disabled') {
      isEnded = true
      queue.clear()
      return
    }
    ;({ endpoint, nextRetryAt } = turn)
    opened = openAllSecrets(context, endpoint)
    isMore = turn.deliveries.length === turn.limit
    startedAtLook = started
    await holdDeliveries(context, endpoint.workspace_id, queue.add(turn.deliveries, mark))
  }

  function look(): void {
    const mark = queue.mark()
    const askedAt = context.clock.now()
    looking = tools
      .take(mark.ids)
      .then((turn) => {
        // What was due again by then is among what it found.
        retryAt = retryAt.filter((date) => date > askedAt)
        return takeIn(turn, mark)
      })
      .catch((reason: unknown) => void (failure ??= { reason }))
      .finally(() => {
        looking = undefined
        news.resolve()
      })
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    // Looked at for each: an old secret ends in the middle of a turn too.
    const secrets = validSecrets(opened, context.clock.now())
    const target = { url: endpoint.url, secrets, timeoutMs: tools.timeoutMs }
    const attempt = await deliverWebhook(context, tools.fetch, target, delivery)
    const verdict = judgeAttempt(delivery, attempt, context.clock.now())
    tally.add(attempt)
    failuresInRow = attempt.error === null ? 0 : failuresInRow + 1
    isEnded ||= isGone(attempt)
    if (verdict.nextAttemptAt) retryAt.push(verdict.nextAttemptAt)
    if (queue.end(delivery, verdict.status === 'pending') > 0) isMore = true
    inFlight.delete(delivery.id)
    const recorded = tools
      .record({ deliveryId: delivery.id, attempt, verdict })
      .catch((reason: unknown) => void (failure ??= { reason }))
      .finally(() => {
        recording.delete(recorded)
        queue.forget(delivery)
        if (recording.size === 0 || queue.waiting() > 0) news.resolve()
      })
    recording.add(recorded)
    news.resolve()
  }

  /** Starts what may start; the ms until the pace allows the next one. */
  function start(): number {
    while (inFlight.size < endpoint.max_in_flight && mayStart()) {
      const now = performance.now()
      if (queue.waiting() > 0 && nextStartAt > now) return nextStartAt - now
      const delivery = queue.next()
      if (!delivery) return 0
      const rate = deliveryRate(endpoint, context.clock.now())
      if (rate < Infinity) nextStartAt = Math.max(nextStartAt, now) + 1_000 / rate
      inFlight.set(delivery.id, now)
      started++
      deliver(delivery).catch((reason: unknown) => {
        failure ??= { reason }
        inFlight.delete(delivery.id)
        news.resolve()
      })
    }
    return 0
  }

  await takeIn(first, queue.mark())
  for (;;) {
    news = Promise.withResolvers()
    const pauseMs = start()
    if (isMore && !looking && queue.waiting() < LOW && mayStart()) look()
    if (inFlight.size === 0 && !looking) {
      if (!mayStart() && recording.size === 0) break
      if (pauseMs > PATIENCE_MS) break
      if (mayStart() && pauseMs === 0 && queue.waiting() === 0 && started === startedAtLook) break
      if (mayStart() && pauseMs === 0 && queue.waiting() === 0) isMore = true
    }
    const waitMs = pauseMs > 0 ? pauseMs : inFlight.size === 0 && !looking ? LINGER_MS : 0
    const timer = waitMs > 0 ? setTimeout(news.resolve, waitMs) : undefined
    await news.promise
    clearTimeout(timer)
  }
  await Promise.all(recording)
  if (failure) throw failure.reason
  await recordHealth(context, endpoint, tally)
  return toDue()

  function toDue(): LaneDue {
    if (isEnded) return null
    const now = context.clock.now()
    const isWaiting = isMore || queue.waiting() > 0
    const dueAt = isWaiting ? now : earliest([nextRetryAt, ...retryAt])
    const isFailing =
      failuresInRow >= FAILURES_OF_A_TURN || (endpoint.failing_since && failuresInRow > 0)
    const restingMs = isFailing ? restMs(endpoint.failing_since ?? now, now) : 0
    const pauseMs = Math.max(nextStartAt - performance.now(), restingMs)
    return pauseMs > 0 ? { dueAt, notBefore: new Date(now.getTime() + pauseMs) } : dueAt
  }
}

function earliest(dates: (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => date?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
