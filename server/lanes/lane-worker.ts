import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#context.ts'
import type { LaneKind } from '#db/workspace-tables.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { coalesce } from '#lib/coalesce.ts'
import { claimLanes } from './claim-lanes.ts'
import type { ClaimedLane } from './claim-lanes.ts'
import type { LaneDue, LaneHandler, LaneHandlers } from './lane-handler.ts'
import { createShares } from './lane-shares.ts'
import { LANES_CHANNEL } from './lane-waker.ts'
import { listenChannel } from './listen-channel.ts'
import { createOutage } from './outage.ts'
import { releaseLanes } from './release-lanes.ts'
import type { ReleasedLane } from './release-lanes.ts'
import { renewLanes } from './renew-lanes.ts'
import { sweepLanes } from './sweep-lanes.ts'

/** Options of a worker: `url` of the database to listen on, and how often it polls and sweeps. */
export type LaneWorkerOptions = {
  url: string
  handlers: LaneHandlers
  pollMs?: number
  sweepMs?: number
}

/** The lane worker of a process. `stop` waits for work in progress and releases all lanes. */
export type LaneWorker = { start: () => Promise<void>; stop: () => Promise<void> }

type HeldLane = ClaimedLane & {
  leaseMs: number
  /** On the monotonic clock: after this time another worker may hold the lane. */
  expiresAt: number
  abort: AbortController
}

/** The number of lanes per claim: small, so that several workers share a burst. */
const CLAIM_MAX = 32

/**
 * Creates a worker that claims lanes when they are due, up to the slots of their handler, and renews their
 * leases until their work is done. It learns of due lanes by notification, by a timer for the next due time,
 * and by polling every `pollMs`. It keeps trying while the database is unavailable.
 */
export function createLaneWorker(context: Context, options: LaneWorkerOptions): LaneWorker {
  const { handlers, pollMs = 1_000, sweepMs = 5_000 } = options
  const kinds = Object.keys(handlers) as LaneKind[]
  const held = new Map<string, HeldLane>()
  const shares = createShares(handlers)
  const failures = new Map<string, number>()
  const tasks = new Set<Promise<void>>()
  const stopping = new AbortController()
  const outage = createOutage(context.log)
  const release = coalesce<ReleasedLane, number | null | undefined>({
    maxBatch: 500,
    run: (lanes) => releaseLanes(context, lanes),
  })
  let timer: NodeJS.Timeout | undefined
  let lookAt = Infinity
  let looking: Promise<void> | undefined

  /** Schedules a poll in `ms`, unless an earlier one is scheduled. */
  function lookIn(ms: number): void {
    const at = performance.now() + ms
    if (at >= lookAt || stopping.signal.aborted) return
    lookAt = at
    clearTimeout(timer)
    timer = setTimeout(look, ms)
  }

  function look(): void {
    if (looking) return
    lookAt = Infinity
    looking = claimOnce().then((againMs) => {
      looking = undefined
      // Include polls that were requested while this one ran.
      const at = Math.min(lookAt, performance.now() + againMs)
      lookAt = Infinity
      lookIn(Math.max(0, at - performance.now()))
    })
  }

  /** Claims lanes for the free slots. Returns the ms until the next poll. */
  async function claimOnce(): Promise<number> {
    const wishes = kinds.flatMap((kind) => {
      const { leaseMs } = handlers[kind]!
      const free = shares.free(kind)
      const without = shares.served(kind)
      return free > 0 ? [{ kind, leaseMs, count: Math.min(free, CLAIM_MAX), without }] : []
    })
    if (wishes.length === 0) return pollMs
    try {
      const before = performance.now()
      const { lanes, nextDueMs } = await claimLanes(context, wishes)
      outage.over()
      for (const lane of lanes) {
        const { leaseMs } = handlers[lane.kind]!
        const abort = new AbortController()
        const mine = { ...lane, leaseMs, expiresAt: before + leaseMs, abort }
        held.set(mine.leaseToken, mine)
        if (stopping.signal.aborted) track(giveBack(mine, { dueInMs: 0 }))
        else track(workLane(mine, handlers[lane.kind]!))
      }
      const isMore = wishes.some(
        ({ kind, count }) => lanes.filter((lane) => lane.kind === kind).length === count,
      )
      return isMore ? 0 : Math.min(pollMs, nextDueMs ?? pollMs)
    } catch (err) {
      outage.failed(err)
      return pollMs
    }
  }

  function track(task: Promise<void>): void {
    const tracked = task
      .catch((err: unknown) => outage.failed(err))
      .finally(() => tasks.delete(tracked))
    tasks.add(tracked)
  }

  async function workLane(lane: HeldLane, handler: LaneHandler): Promise<void> {
    const key = `${lane.kind} ${lane.targetId}`
    const slot = shares.take(lane.kind, lane.workspaceId)
    let rest: Pick<ReleasedLane, 'dueInMs' | 'pauseMs'>
    try {
      const due = await handler.work(lane, AbortSignal.any([lane.abort.signal, stopping.signal]))
      failures.delete(key)
      rest = toRest(due, context.clock.now())
    } catch (err) {
      const count = (failures.get(key) ?? 0) + 1
      failures.set(key, count)
      rest = {
        dueInMs: isDatabaseUnavailable(err) ? pollMs : Math.min(60_000, 1_000 * 2 ** (count - 1)),
      }
      if (isDatabaseUnavailable(err)) outage.failed(err)
      else context.log.error({ err, lane: key, workspace_id: lane.workspaceId }, 'lane work failed')
    }
    if (slot.give()) lookIn(0)
    await giveBack(lane, stopping.signal.aborted ? { dueInMs: 0 } : rest)
  }

  /** Releases a lane. If the database is unavailable, retries until the lease expires. */
  async function giveBack(
    lane: HeldLane,
    rest: Pick<ReleasedLane, 'dueInMs' | 'pauseMs'>,
  ): Promise<void> {
    try {
      while (performance.now() < lane.expiresAt) {
        try {
          const dueAgainMs = await release({ ...lane, ...rest })
          if (dueAgainMs !== null && dueAgainMs !== undefined) lookIn(dueAgainMs)
          return
        } catch (err) {
          outage.failed(err)
          if (stopping.signal.aborted) return
          await delay(pollMs / 4)
        }
      }
    } finally {
      held.delete(lane.leaseToken)
    }
  }

  async function every(ms: number, until: AbortSignal, run: () => Promise<void>): Promise<void> {
    while (!until.aborted) {
      await run().catch((err: unknown) => outage.failed(err))
      await delay(ms, undefined, { signal: until }).catch(() => undefined)
    }
  }

  async function sweep(): Promise<void> {
    for (const handler of Object.values(handlers))
      try {
        const due = await handler.findDue()
        if (due.length > 0 && (await sweepLanes(context, due)) > 0) lookIn(0)
      } catch (err) {
        outage.failed(err)
      }
  }

  /** Renews the leases of lanes in progress, and aborts work whose lease was lost. */
  async function renew(): Promise<void> {
    const lanes = [...held.values()]
    if (lanes.length === 0) return
    const before = performance.now()
    const ours = await renewLanes(context, lanes)
    for (const lane of lanes)
      if (ours.has(lane.leaseToken)) lane.expiresAt = before + lane.leaseMs
      else if (held.has(lane.leaseToken)) lane.abort.abort()
  }

  /**
   * Aborts work whose lease has expired. Separate from `renew`, which can hang for longer than a lease lasts.
   */
  async function expire(): Promise<void> {
    const now = performance.now()
    for (const lane of held.values()) if (lane.expiresAt <= now) lane.abort.abort()
  }

  const drained = new AbortController()
  let loops: Promise<void>[] = []
  let listener: { stop: () => Promise<void> } | undefined

  return {
    async start() {
      const renewMs = Math.min(...Object.values(handlers).map(({ leaseMs }) => leaseMs)) / 3
      listener = listenChannel({
        url: options.url,
        channel: LANES_CHANNEL,
        onNotify: () => lookIn(0),
      })
      loops = [
        every(sweepMs, stopping.signal, sweep),
        every(renewMs, drained.signal, renew),
        every(renewMs / 4, drained.signal, expire),
      ]
      lookIn(0)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await looking
      while (tasks.size > 0) await Promise.all(tasks)
      drained.abort()
      await Promise.all([...loops, listener?.stop()])
    },
  }
}

function toRest(due: LaneDue, now: Date): Pick<ReleasedLane, 'dueInMs' | 'pauseMs'> {
  const until = (date: Date) => Math.max(0, date.getTime() - now.getTime())
  if (due === null || due instanceof Date) return { dueInMs: due && until(due) }
  return { dueInMs: due.dueAt && until(due.dueAt), pauseMs: until(due.notBefore) }
}
