import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import type { LaneDue, LaneHandler } from '#lanes/lane-handler.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { SafeFetch } from '#lib/safe-fetch.ts'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import { FAILURES_OF_A_TURN } from './endpoint-pace.ts'
import { deliverTurn } from './turn/deliver-turn.ts'
import { findDueEndpoints } from './find-due-endpoints.ts'
import { freeDeliveries } from './hold-deliveries.ts'
import { probeEndpoint } from './probe-endpoint.ts'
import { recordAttempts } from './record-attempts.ts'
import type { AttemptRecord } from './record-attempts.ts'
import { pollDeliveries, POLLED_MAX } from './poll-deliveries.ts'
import type { DeliveryEndpoint, PollInput, EndpointPoll } from './poll-deliveries.ts'

/** Settings of the lanes: after `turnMs` an endpoint starts no more attempts, so that others get the slot. */
type WebhookLaneOptions = {
  fetch: SafeFetch['fetch']
  timeoutMs?: number
  turnMs?: number
  leaseMs?: number
  slots?: number
}

/** How long to retry storing results while the database is unavailable; after that the deliveries are sent again. */
const RECORD_MS = 10_000

/** Pause of a disabled endpoint during which wake-ups have no effect. */
const DISABLED_PAUSE_MS = 2_000

/** How often to free deliveries of an ordered endpoint that are held without need. */
const FREE_EVERY_MS = 30_000

/**
 * Creates the handler of webhook lanes: delivers at least once, in order of creation as long as nothing fails.
 * Failing endpoints get at most half of the slots, so that healthy ones always find one.
 */
export function createWebhookLane(context: Context, options: WebhookLaneOptions): LaneHandler {
  const { fetch, timeoutMs, turnMs = 5_000, leaseMs = 15_000, slots = 256 } = options
  const poll = createPoll(context)
  const record = createRecord(context)
  const freedAt = new Map<string, number>()
  const failed = new Set<string>()
  let failing = 0

  /** Frees deliveries that are held without need, at most every `FREE_EVERY_MS`: the search costs as much as is held. */
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
      const pollEndpoint = async (except: string[]) => {
        const isFailing = failed.has(endpointId)
        const found = await poll({ workspaceId, endpointId, except, isFailing })
        if (found?.endpoint.failing_since) failed.add(endpointId)
        else failed.delete(endpointId)
        if (found) lane.wakes = found.wakes
        return found
      }
      const first = await pollEndpoint([])
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
            poll: pollEndpoint,
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
 * Returns a poll for due deliveries that asks for several endpoints of a workspace in one statement. Failing endpoints
 * are polled separately, for at most the attempts of one turn, so that their backlog delays no healthy one.
 */
function createPoll(context: Context) {
  return coalesce<
    PollInput & { workspaceId: string; isFailing: boolean },
    EndpointPoll | undefined
  >({
    maxBatch: 50,
    concurrency: 2,
    keyOf: (asked) => `${asked.workspaceId} ${asked.isFailing}`,
    run: async (asked) => {
      const { workspaceId, isFailing } = asked[0]!
      const limit = isFailing ? FAILURES_OF_A_TURN : POLLED_MAX
      const found = await pollDeliveries(context, workspaceId, asked, limit)
      return found.map((value) => ({ status: 'fulfilled', value }))
    },
  })
}

/** Returns a function that stores results, those of a workspace in one statement. */
function createRecord(context: Context) {
  return coalesce<AttemptRecord & { workspaceId: string }, void>({
    maxBatch: 200,
    concurrency: 2,
    gatherMs: 5,
    keyOf: (each) => each.workspaceId,
    run: async (records) => {
      const { workspaceId } = records[0]!
      try {
        await recordWithRetries(context, workspaceId, records)
        return records.map(() => ({ status: 'fulfilled', value: undefined }))
      } catch (err) {
        if (records.length === 1 || isDatabaseUnavailable(err)) throw err
      }
      // Store each on its own, so that a result that cannot be stored fails alone.
      const outcomes: PromiseSettledResult<void>[] = []
      for (const each of records)
        outcomes.push(
          ...(await Promise.allSettled([recordWithRetries(context, workspaceId, [each])])),
        )
      return outcomes
    },
  })
}

async function recordWithRetries(context: Context, workspaceId: string, records: AttemptRecord[]) {
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
