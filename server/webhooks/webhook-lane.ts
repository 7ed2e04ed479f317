import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { LaneHandler } from '../lanes/lane-handler.ts'
import { coalesce } from '../lib/coalesce.ts'
import type { SafeFetch } from '../lib/safe-fetch.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import type { Attempt } from './deliver-webhook.ts'
import { openSecrets } from './endpoint-secrets.ts'
import { findDueEndpoints } from './find-due-endpoints.ts'
import { judgeAttempt } from './judge-attempt.ts'
import { recordAttempts } from './record-attempts.ts'
import type { AttemptRecord } from './record-attempts.ts'
import { isGone, recordHealth } from './record-health.ts'
import { takeDeliveries } from './take-deliveries.ts'
import type { Turn } from './take-deliveries.ts'

/** Settings of the lanes: `turnMs` is how long an endpoint may start deliveries before others have their turn. */
export type WebhookLaneOptions = {
  fetch: SafeFetch['fetch']
  timeoutMs?: number
  turnMs?: number
  leaseMs?: number
  slots?: number
}

/** Deliveries that an endpoint's turn reads at a time. */
const BATCH = 50

/** How long results wait for a database that is away; after that their deliveries are sent again. */
const RECORD_MS = 10_000

/** How the lanes of webhook endpoints are worked: at least once, in order of creation where nothing failed. */
export function createWebhookLane(context: Context, options: WebhookLaneOptions): LaneHandler {
  const { fetch, timeoutMs, turnMs = 5_000, leaseMs = 15_000, slots = 256 } = options
  const take = coalesce<{ workspaceId: string; endpointId: string }, Turn | undefined>({
    maxBatch: 20,
    concurrency: 2,
    keyOf: (asked) => asked.workspaceId,
    run: async (asked) => {
      const ids = asked.map((each) => each.endpointId)
      const turns = await takeDeliveries(context, asked[0]!.workspaceId, ids, BATCH)
      return turns.map((value) => ({ status: 'fulfilled', value }))
    },
  })
  const record = coalesce<AttemptRecord & { workspaceId: string }, void>({
    maxBatch: 200,
    keyOf: (each) => each.workspaceId,
    run: async (records) => {
      const { workspaceId } = records[0]!
      try {
        await recordPatiently(context, workspaceId, records)
        return records.map(() => ({ status: 'fulfilled', value: undefined }))
      } catch (err) {
        if (records.length === 1 || isDatabaseUnavailable(err)) throw err
      }
      // One that cannot be stored costs no other: each by itself.
      const outcomes: PromiseSettledResult<void>[] = []
      for (const each of records)
        outcomes.push(
          ...(await Promise.allSettled([recordPatiently(context, workspaceId, [each])])),
        )
      return outcomes
    },
  })

  /** Delivers a turn, as many at a time as the endpoint takes; what was tried, and whether all was. */
  async function deliverTurn(
    turn: Turn,
    isOver: () => boolean,
  ): Promise<{ retryAt: Date[]; gone: boolean; complete: boolean }> {
    const { endpoint, deliveries } = turn
    const secrets = openSecrets(context, endpoint, context.clock.now())
    const target = { url: endpoint.url, secrets, timeoutMs }
    const attempts: Attempt[] = []
    const retryAt: Date[] = []
    const recorded: Promise<void>[] = []
    let next = 0
    let gone = false
    const deliverSome = async () => {
      while (next < deliveries.length && !gone && !(next > 0 && isOver())) {
        const delivery = deliveries[next++]!
        const attempt = await deliverWebhook(context, fetch, target, delivery)
        const verdict = judgeAttempt(delivery, attempt, context.clock.now())
        attempts.push(attempt)
        gone ||= isGone(attempt)
        if (verdict.nextAttemptAt) retryAt.push(verdict.nextAttemptAt)
        const workspaceId = endpoint.workspace_id
        const result = record({ workspaceId, deliveryId: delivery.id, attempt, verdict })
        // Its rejection is seen below, when the turn ends.
        result.catch(() => undefined)
        recorded.push(result)
      }
    }
    await Promise.all(Array.from({ length: endpoint.max_in_flight }, deliverSome))
    await Promise.all(recorded)
    await recordHealth(context, endpoint, attempts)
    return { retryAt, gone, complete: next === deliveries.length }
  }

  return {
    slots,
    leaseMs,
    findDue: () => findDueEndpoints(context),
    async work({ workspaceId, targetId: endpointId }, signal) {
      const startedAt = performance.now()
      const isOver = () => signal.aborted || performance.now() - startedAt >= turnMs
      for (;;) {
        const turn = await take({ workspaceId, endpointId })
        if (!turn) {
          const isMore = await cancelDeliveries(context, workspaceId, endpointId)
          return isMore ? context.clock.now() : null
        }
        if (turn.endpoint.status === 'disabled') return null
        if (signal.aborted) return context.clock.now()
        const { retryAt, gone, complete } = await deliverTurn(turn, isOver)
        if (gone) return null
        if (!complete) return context.clock.now()
        if (turn.deliveries.length < BATCH) return earliest([turn.nextRetryAt, ...retryAt])
        if (isOver()) return context.clock.now()
      }
    },
  }
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

function earliest(dates: (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => date?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
