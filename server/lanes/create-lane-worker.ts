import type { Context } from '#db/context.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import { laneClaims } from '#lib/metrics.ts'
import { startDeadline } from '#lib/pacing/with-deadline.ts'
import { withinActiveMs } from '#lib/time-budget.ts'
import { claimLanes } from './claim-lanes.ts'
import { requestClaims } from './request-claims.ts'
import { findOverdue } from './find-overdue.ts'
import type { OverdueLane } from './find-overdue.ts'
import { createLaneWorkerState, LANES_MS, pollIn } from './lane-worker-state.ts'
import type { LaneWorkerOptions, LaneWorkerState } from './lane-worker-state.ts'
import { LANES_CHANNEL } from './lane-waker.ts'
import { listenChannel } from './listen-channel.ts'
import { createPollTimer } from './create-poll-timer.ts'
import { repeat } from './repeat.ts'
import { sweepLanes } from './sweep-lanes.ts'
import { readWakeNotice } from './write-wake-notice.ts'
import type { NamedLane } from './write-wake-notice.ts'
import { releaseLane, workLane } from './work-lane.ts'

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
  const worker: LaneWorkerState = {
    ...createLaneWorkerState(context, options),
    timer: createPollTimer(() => claimDue(worker)),
  }
  const { drained, held, renewMs, stalledMs, stopping, tasks, timer } = worker
  const onFailure = (err: unknown) => worker.outage.failed(err)
  const notice = (lanes: NamedLane[] | undefined) => noticeWoken(worker, lanes)
  let loops: Promise<void>[] = []
  let listener: { stop: () => Promise<void> } | undefined

  function onNotify(payload?: string): void {
    const { from, lanes } = readWakeNotice(payload)
    // The waker of this process has told us of them before.
    if (from === '' || from !== options.waker?.id) notice(lanes)
  }

  return {
    async start() {
      worker.startedAt = worker.ranAt = performance.now()
      listener = listenChannel({ url: options.url, channel: LANES_CHANNEL, onNotify })
      loops = [
        repeat(() => sweep(worker), { ms: worker.sweepMs, until: stopping.signal, onFailure }),
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
            notePause(worker)
            held.expire(performance.now())
          },
          { ms: worker.checkMs, until: drained.signal, onFailure },
        ),
      ]
      options.waker?.connect({ accept: held.accept, notice })
      pollIn(worker, 0)
    },
    async stop() {
      stopping.abort()
      options.waker?.connect(undefined)
      timer.stop()
      await timer.settled()
      const late = Promise.withResolvers<'late'>()
      const limit = startDeadline(worker.stopMs, () => late.resolve('late'))
      while (tasks.size > 0)
        if ((await Promise.race([Promise.all(tasks), late.promise])) === 'late') break
      limit.end()
      drained.abort()
      await Promise.all([...loops, listener?.stop()])
    },
    async findStalled() {
      const before = performance.now() - stalledMs
      const requests = requestClaims(worker.handlers, worker.shares).filter(
        ({ kind }) => (worker.claimedAtByKind.get(kind) ?? worker.startedAt) <= before,
      )
      return requests.length > 0 ? findOverdue(context, requests, stalledMs) : undefined
    },
  }
}

/** Claims lanes of the kinds that are due; returns the ms until the next poll. */
async function claimDue(worker: LaneWorkerState): Promise<number> {
  const { dueKinds } = worker
  dueKinds.expectAll(await claimKinds(worker, dueKinds.begin()))
  return dueKinds.allInMs()
}

/** Claims lanes of `kinds` for the free slots; returns the ms until others of them may be due. */
async function claimKinds(worker: LaneWorkerState, kinds: LaneKind[]): Promise<number> {
  const { context, handlers, held, outage, pollMs } = worker
  const requests = requestClaims(handlers, worker.shares, kinds)
  if (requests.length === 0) return pollMs
  try {
    notePause(worker)
    const claimedAt = performance.now()
    const claim = {
      takeOver: !outage.isRecent(worker.takeOverMs),
      until: new Date(context.clock.now().getTime() + LANES_MS),
      // Leases that ran out during a pause of this process, and that nobody has taken.
      except: held.findOver(claimedAt),
    }
    const { lanes, nextDueMs, isMore } = await withinActiveMs(LANES_MS, () =>
      claimLanes(context, requests, claim),
    )
    outage.over()
    for (const lane of lanes) {
      worker.claimedAtByKind.set(lane.kind, claimedAt)
      laneClaims.inc({ kind: lane.kind })
      const handler = handlers[lane.kind]!
      const mine = held.hold(lane, handler.leaseMs, claimedAt)
      if (worker.stopping.signal.aborted) track(worker, releaseLane(worker, mine, { dueInMs: 0 }))
      else track(worker, workLane(worker, mine, handler))
    }
    return isMore ? 0 : Math.min(pollMs, nextDueMs ?? pollMs)
  } catch (err) {
    outage.failed(err)
    return pollMs
  }
}

/** Notices that this process did not run for long. */
function notePause(worker: LaneWorkerState): void {
  const now = performance.now()
  const lateMs = now - worker.ranAt - worker.checkMs
  worker.ranAt = now
  if (lateMs > worker.pauseMs) worker.outage.paused(lateMs)
}

function track({ outage, tasks }: LaneWorkerState, task: Promise<void>): void {
  const tracked = task
    .catch((err: unknown) => outage.failed(err))
    .finally(() => tasks.delete(tracked))
  tasks.add(tracked)
}

/** Passes wake-ups to turns in progress, and polls if they leave a lane that this worker may claim. */
function noticeWoken(worker: LaneWorkerState, lanes: NamedLane[] | undefined): void {
  if (!lanes) return pollIn(worker, 0)
  const { dueKinds, handlers, held, timer } = worker
  const free = lanes.filter((lane) => handlers[lane.kind] && !held.notice(lane))
  for (const { kind } of free) dueKinds.expect(kind)
  if (free.length > 0) timer.pollIn(0)
}

/**
 * Wakes lanes that have rows due although their wake-up was lost. A worker that starts does it once, also without the
 * duty: it may follow a process that was killed.
 */
async function sweep(worker: LaneWorkerState): Promise<void> {
  const { context, duty, handlers, outage } = worker
  if (worker.hasSwept && !duty.isMine()) return
  worker.hasSwept = true
  for (const handler of Object.values(handlers)) {
    try {
      const due = await handler.findDue()
      if (due.length > 0 && (await withinActiveMs(LANES_MS, () => sweepLanes(context, due))) > 0)
        pollIn(worker, 0)
    } catch (err) {
      outage.failed(err)
    }
  }
}
