import { setTimeout as delay } from 'node:timers/promises'
import type { Context, LaneRef } from '#context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { coalesce } from '#lib/coalesce.ts'
import { startDeadline } from '#lib/pacing/deadline.ts'
import { laneClaims, laneTurns } from '#lib/metrics.ts'
import { withinActiveMs } from '#lib/time-budget.ts'
import { traceTurn } from '#lib/tracing/tracing.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import { claimLanes } from './claim-lanes.ts'
import { isAnyFilled, requestClaims } from './claim-requests.ts'
import { createDueKinds } from './due-kinds.ts'
import { OWN_DUTY } from './duty.ts'
import type { Duty } from './duty.ts'
import { findOverdue } from './find-overdue.ts'
import type { OverdueLane } from './find-overdue.ts'
import { createHeldLanes } from './held-lanes.ts'
import type { HeldLane } from './held-lanes.ts'
import type { LaneHandler, LaneHandlers } from './lane-handler.ts'
import { createShares } from './lane-shares.ts'
import { LANES_CHANNEL } from './lane-waker.ts'
import type { LaneWaker } from './lane-waker.ts'
import { listenChannel } from './listen-channel.ts'
import { createOutage } from './outage.ts'
import { createPollTimer } from './poll-timer.ts'
import { releaseLanes } from './release-lanes.ts'
import type { ReleasedLane } from './release-lanes.ts'
import { backoffMs, timesOf } from './release-times.ts'
import type { ReleaseTimes } from './release-times.ts'
import { renewLanes } from './renew-lanes.ts'
import { repeat } from './repeat.ts'
import { sweepLanes } from './sweep-lanes.ts'
import { readWakeNotice } from './wake-notice.ts'
import type { NamedLane } from './wake-notice.ts'

/**
 * Options for a worker: `url` of the database to listen on, the `waker` of its process, the duty to sweep, the longest wait
 * between polls, and between sweeps, how long lanes are overdue before the worker counts as stalled, how long after an outage it takes
 * over no lanes, how long a pause of the process is that counts as one, and how long it waits for its work when it stops.
 */
type LaneWorkerOptions = {
  url: string
  waker?: Pick<LaneWaker, 'id' | 'connect'>
  duty?: Pick<Duty, 'isMine'>
  handlers: LaneHandlers
  pollMs?: number
  sweepMs?: number
  stalledMs?: number
  takeOverMs?: number
  pauseMs?: number
  stopMs?: number
}

/** The time limit of a statement on lanes: short, because they are quick, and a lost connection stops all work. */
const LANES_MS = 5_000

/**
 * The time after an outage in which lanes whose lease ran out are left to their workers: the leases ended because the database
 * was away, and the workers have results to record first. Longer than a statement on a lost connection takes.
 */
const TAKE_OVER_MS = 6_000

/** A pause of this process that may cost leases, also those of other processes of the machine. They are renewed every 5 s. */
const PAUSE_MS = 5_000

/** The longest wait of a worker that stops for its work, by default. */
const STOP_MS = 15_000

/** Lanes that nobody claims for this long, although this worker could, show that it does not work. */
const STALLED_MS = 60_000

/** Works the lanes of a process. */
type LaneWorker = {
  start: () => Promise<void>
  /** Waits for the work in progress and releases every lane. */
  stop: () => Promise<void>
  /**
   * Returns a kind of lanes that has been overdue for a minute although this worker has free slots for it and claimed
   * none of it in the meantime; undefined if there is none.
   */
  findStalled: () => Promise<OverdueLane | undefined>
}

/**
 * Creates a worker that claims lanes as they come due, as many of a kind at a time as its handler has slots, and
 * renews their leases until their work is done. It polls on a notification of lanes that it does not hold, at the next
 * due time, and at least every `pollMs`; it keeps trying while the database is unavailable.
 */
export function createLaneWorker(context: Context, options: LaneWorkerOptions): LaneWorker {
  const { handlers, pollMs = 1_000, sweepMs = 5_000, stalledMs = STALLED_MS } = options
  const { takeOverMs = TAKE_OVER_MS, stopMs = STOP_MS, duty = OWN_DUTY } = options
  const { pauseMs = PAUSE_MS } = options
  const renewMs = Math.min(...Object.values(handlers).map(({ leaseMs }) => leaseMs)) / 3
  const checkMs = renewMs / 4
  const shares = createShares(handlers)
  const held = createHeldLanes((lanes) =>
    withinActiveMs(LANES_MS, () => renewLanes(context, lanes)),
  )
  const failures = new Map<string, number>()
  const claimedAtByKind = new Map<LaneKind, number>()
  const tasks = new Set<Promise<void>>()
  const stopping = new AbortController()
  const drained = new AbortController()
  const outage = createOutage(context.log)
  const timer = createPollTimer(claimOnce)
  const dueKinds = createDueKinds(Object.keys(handlers) as LaneKind[])
  const release = coalesce<ReleasedLane, number | null | undefined>({
    name: 'release_lanes',
    maxBatch: 500,
    run: (lanes) => releaseLanes(context, lanes),
  })

  /** Claims lanes of all kinds after `ms`, unless that is due earlier. */
  function pollIn(ms: number): void {
    dueKinds.expectAll(ms)
    timer.pollIn(ms)
  }

  /** Claims lanes of the kinds that are due; returns the ms until the next poll. */
  async function claimOnce(): Promise<number> {
    dueKinds.expectAll(await claimKinds(dueKinds.begin()))
    return dueKinds.allInMs()
  }

  /** Claims lanes of `kinds` for the free slots; returns the ms until others of them may be due. */
  async function claimKinds(kinds: LaneKind[]): Promise<number> {
    const requests = requestClaims(handlers, shares, kinds)
    if (requests.length === 0) return pollMs
    try {
      notePause()
      const claimedAt = performance.now()
      const claim = {
        takeOver: !outage.isRecent(takeOverMs),
        until: new Date(context.clock.now().getTime() + LANES_MS),
        // Leases that ran out during a pause of this process, and that nobody has taken.
        except: held.findOver(claimedAt),
      }
      const { lanes, nextDueMs } = await withinActiveMs(LANES_MS, () =>
        claimLanes(context, requests, claim),
      )
      outage.over()
      for (const lane of lanes) {
        claimedAtByKind.set(lane.kind, claimedAt)
        laneClaims.inc({ kind: lane.kind })
        const handler = handlers[lane.kind]!
        const mine = held.hold(lane, handler.leaseMs, claimedAt)
        if (stopping.signal.aborted) track(releaseLane(mine, { dueInMs: 0 }))
        else track(workLane(mine, handler))
      }
      return isAnyFilled(requests, lanes) ? 0 : Math.min(pollMs, nextDueMs ?? pollMs)
    } catch (err) {
      outage.failed(err)
      return pollMs
    }
  }

  let ranAt = performance.now()

  /** Notices that this process did not run for long. */
  function notePause(): void {
    const now = performance.now()
    const lateMs = now - ranAt - checkMs
    ranAt = now
    if (lateMs > pauseMs) outage.paused(lateMs)
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
    const endTurn = laneTurns.startTimer({ kind: lane.kind })
    let result = 'done'
    let times: ReleaseTimes
    try {
      const signal = AbortSignal.any([lane.abort.signal, stopping.signal])
      const due = await traceTurn(`turn ${lane.kind}`, toTraced(lane), () =>
        handler.work(lane, signal),
      )
      failures.delete(key)
      times = timesOf(due, context.clock.now())
    } catch (err) {
      result = isDatabaseUnavailable(err) ? 'unavailable' : 'failed'
      const count = (failures.get(key) ?? 0) + 1
      failures.set(key, count)
      times = { dueInMs: isDatabaseUnavailable(err) ? pollMs : backoffMs(count) }
      if (isDatabaseUnavailable(err)) outage.failed(err)
      else context.log.error({ err, lane: key, workspace_id: lane.workspaceId }, 'lane work failed')
    }
    endTurn({ result })
    if (slot.release()) pollIn(0)
    await releaseLane(lane, stopping.signal.aborted ? { dueInMs: 0 } : times)
  }

  /** Releases a lane, unless it was taken over; retries until its lease ends while the database is unavailable. */
  async function releaseLane(lane: HeldLane, times: ReleaseTimes): Promise<void> {
    try {
      do {
        try {
          const dueAgainMs = await withinActiveMs(LANES_MS, () => release({ ...lane, ...times }))
          if (dueAgainMs !== null && dueAgainMs !== undefined) pollIn(dueAgainMs)
          // Another worker holds the lane now, and knows nothing of wake-ups that only this one accepted.
          if (dueAgainMs === undefined) lane.wakeUps.isPending = lane.wakeUps.wasAccepted
          return
        } catch (err) {
          outage.failed(err)
          if (stopping.signal.aborted) return
          await delay(pollMs / 4)
        }
      } while (performance.now() < lane.expiresAt)
    } finally {
      held.drop(lane)
      if (lane.wakeUps.isPending) context.wake([lane])
      if (lane.isWoken) pollIn(0)
    }
  }

  /** Passes wake-ups to turns in progress, and polls if they leave a lane that this worker may claim. */
  function noticeWoken(lanes: NamedLane[] | undefined): void {
    if (!lanes) return pollIn(0)
    const free = lanes.filter((lane) => handlers[lane.kind] && !held.notice(lane))
    for (const { kind } of free) dueKinds.expect(kind)
    if (free.length > 0) timer.pollIn(0)
  }

  function onNotify(payload?: string): void {
    const { from, lanes } = readWakeNotice(payload)
    // The waker of this process has told us of them before.
    if (from === '' || from !== options.waker?.id) noticeWoken(lanes)
  }

  let hasSwept = false

  /**
   * Wakes lanes that have rows due although their wake-up was lost. A worker that starts does it once, also without the
   * duty: it may follow a process that was killed.
   */
  async function sweep(): Promise<void> {
    if (hasSwept && !duty.isMine()) return
    hasSwept = true
    for (const handler of Object.values(handlers)) {
      try {
        const due = await handler.findDue()
        if (due.length > 0 && (await withinActiveMs(LANES_MS, () => sweepLanes(context, due))) > 0)
          pollIn(0)
      } catch (err) {
        outage.failed(err)
      }
    }
  }

  let startedAt = 0
  let loops: Promise<void>[] = []
  let listener: { stop: () => Promise<void> } | undefined

  return {
    async start() {
      startedAt = ranAt = performance.now()
      const onFailure = (err: unknown) => outage.failed(err)
      listener = listenChannel({ url: options.url, channel: LANES_CHANNEL, onNotify })
      loops = [
        repeat(sweep, { ms: sweepMs, until: stopping.signal, onFailure }),
        repeat(held.renew, {
          ms: renewMs,
          // Soon again after a failure: a statement on a lost connection took a third of a lease.
          againMs: renewMs / 10,
          until: drained.signal,
          onFailure,
        }),
        // Separate from the renewal, which may hang for longer than a lease lasts.
        repeat(
          async () => {
            notePause()
            held.expire(performance.now())
          },
          { ms: checkMs, until: drained.signal, onFailure },
        ),
      ]
      options.waker?.connect({ accept: held.accept, notice: noticeWoken })
      pollIn(0)
    },
    async stop() {
      stopping.abort()
      options.waker?.connect(undefined)
      timer.stop()
      await timer.settled()
      const late = Promise.withResolvers<'late'>()
      const limit = startDeadline(stopMs, () => late.resolve('late'))
      while (tasks.size > 0)
        if ((await Promise.race([Promise.all(tasks), late.promise])) === 'late') break
      limit.end()
      drained.abort()
      await Promise.all([...loops, listener?.stop()])
    },
    async findStalled() {
      const before = performance.now() - stalledMs
      const requests = requestClaims(handlers, shares).filter(
        ({ kind }) => (claimedAtByKind.get(kind) ?? startedAt) <= before,
      )
      return requests.length > 0 ? findOverdue(context, requests, stalledMs) : undefined
    },
  }
}

function toTraced({ kind, workspaceId, targetId }: LaneRef) {
  return {
    'parley.lane.kind': kind,
    'parley.lane.target_id': targetId,
    'parley.workspace_id': workspaceId,
  }
}
