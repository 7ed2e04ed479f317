import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import type { LaneDue, LaneHandler } from '#lanes/lane-handler.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { SafeFetch } from '#lib/safe-fetch.ts'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import { FAILURES_OF_A_TURN } from './endpoint-pace.ts'
import { deliverTurn } from './endpoint-turn.ts'
import { findDueEndpoints } from './find-due-endpoints.ts'
import { freeDeliveries } from './hold-deliveries.ts'
import { probeEndpoint } from './probe-endpoint.ts'
import { recordAttempts } from './record-attempts.ts'
import type { AttemptRecord } from './record-attempts.ts'
import { takeDeliveries, TAKEN_MAX } from './take-deliveries.ts'
import type { DeliveryEndpoint, TakeInput, Turn } from './take-deliveries.ts'

/** Settings of the lanes: `turnMs` is how long an endpoint may start deliveries before others have their turn. */
export type WebhookLaneOptions = {
  fetch: SafeFetch['fetch']
  timeoutMs?: number
  turnMs?: number
  leaseMs?: number
  slots?: number
}

/** How long results are kept for an unavailable database; after that their deliveries are sent again. */
const RECORD_MS = 10_000

/** How long wake-ups of a disabled endpoint are ignored. */
const DISABLED_PAUSE_MS = 2_000

/** Interval of the check for deliveries that are held without a reason. */
const FREE_EVERY_MS = 30_000

/**
 * Creates the handler of webhook lanes: at least once, in order of creation while nothing fails. Failing endpoints get
 * at most half of the slots, so that healthy ones always find one.
 */
export function createWebhookLane(context: Context, options: WebhookLaneOptions): LaneHandler {
  const { fetch, timeoutMs, turnMs = 5_000, leaseMs = 15_000, slots = 256 } = options
  const take = createTake(context)
  const record = createRecord(context)
  const freedAt = new Map<string, number>()
  const failed = new Set<string>()
  let failing = 0

  /**
   * Releases deliveries that are held without a reason, at intervals: they are rare, and the check reads everything
   * that is held.
   */
  async function freeSometimes(endpoint: DeliveryEndpoint): Promise<void> {
    const now = performance.now()
    if (endpoint.ordering === 'creation') freedAt.delete(endpoint.id)
    else if (now - (freedAt.get(endpoint.id) ?? -Infinity) < FREE_EVERY_MS) return
    else freedAt.set(endpoint.id, now)
    if (endpoint.ordering === 'conversation' || endpoint.has_held)
      await freeDeliveries(context, endpoint)
  }

  async function workDisabled(endpoint: DeliveryEndpoint): Promise<LaneDue> {
    const now = context.clock.now()
    const { probe_at: probeAt, disabled_reason: reason } = endpoint
    if (reason !== 'failing' || !probeAt) return null
    if (probeAt <= now) return probeEndpoint(context, { fetch, timeoutMs }, endpoint)
    return { dueAt: probeAt, notBefore: new Date(now.getTime() + DISABLED_PAUSE_MS) }
  }

  return {
    slots,
    leaseMs,
    findDue: () => findDueEndpoints(context),
    async work(lane, signal) {
      const { workspaceId, targetId: endpointId } = lane
      const look = async (except: string[]) => {
        const isFailing = failed.has(endpointId)
        const turn = await take({ workspaceId, endpointId, except, isFailing })
        if (turn?.endpoint.failing_since) failed.add(endpointId)
        else failed.delete(endpointId)
        if (turn) lane.wakes = turn.wakes
        return turn
      }
      const first = await look([])
      if (!first) {
        const isMore = await cancelDeliveries(context, workspaceId, endpointId)
        return isMore ? context.clock.now() : null
      }
      const { endpoint } = first
      if (endpoint.status === 'disabled') return workDisabled(endpoint)
      if (signal.aborted) return context.clock.now()
      const isFailing = endpoint.failing_since !== null
      if (isFailing && failing >= slots / 2) {
        const soon = new Date(context.clock.now().getTime() + 500 + 1_000 * Math.random())
        return { dueAt: soon, notBefore: soon }
      }
      if (isFailing) failing++
      try {
        await freeSometimes(endpoint)
        return await deliverTurn(
          {
            context,
            fetch,
            timeoutMs,
            turnMs,
            signal,
            take: look,
            record: (result) => record({ ...result, workspaceId }),
          },
          first,
        )
      } finally {
        if (isFailing) failing--
      }
    },
  }
}

/**
 * Queries due deliveries of several endpoints of a workspace with one statement. Failing endpoints are queried
 * separately, up to what they may attempt in a turn, so that a healthy one never waits for a dead one's backlog.
 */
function createTake(context: Context) {
  return coalesce<TakeInput & { workspaceId: string; isFailing: boolean }, Turn | undefined>({
    maxBatch: 50,
    concurrency: 2,
    keyOf: (asked) => `${asked.workspaceId} ${asked.isFailing}`,
    run: async (asked) => {
      const { workspaceId, isFailing } = asked[0]!
      const limit = isFailing ? FAILURES_OF_A_TURN : TAKEN_MAX
      const turns = await takeDeliveries(context, workspaceId, asked, limit)
      return turns.map((value) => ({ status: 'fulfilled', value }))
    },
  })
}

/** Stores results, those of a workspace with one statement. */
function createRecord(context: Context) {
  return coalesce<AttemptRecord & { workspaceId: string }, void>({
    maxBatch: 200,
    concurrency: 2,
    gatherMs: 5,
    keyOf: (each) => each.workspaceId,
    run: async (records) => {
      const { workspaceId } = records[0]!
      try {
        await recordPatiently(context, workspaceId, records)
        return records.map(() => ({ status: 'fulfilled', value: undefined }))
      } catch (err) {
        if (records.length === 1 || isDatabaseUnavailable(err)) throw err
      }
      // Stores each separately, so that one that fails does not affect the others.
      const outcomes: PromiseSettledResult<void>[] = []
      for (const each of records)
        outcomes.push(
          ...(await Promise.allSettled([recordPatiently(context, workspaceId, [each])])),
        )
      return outcomes
    },
  })
}

async function recordPatiently(context: Context, workspaceId: string, records: AttemptRecord[]) {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await recordAttempts(context, workspaceId, records)
    } catch (err) {
      if (!isDatabaseUnavailable(err) || performance.now() - startedAt > RECORD_MS) throw err
      await delay(250)
    }
  }
}
