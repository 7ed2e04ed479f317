import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { laneTurns } from '#lib/metrics.ts'
import { withinActiveMs } from '#lib/time-budget.ts'
import { traceTurn } from '#lib/tracing/start-span.ts'
import type { HeldLane } from './create-held-lanes.ts'
import type { LaneHandler } from './lane-handler.ts'
import { LANES_MS, pollIn } from './lane-worker-state.ts'
import type { LaneWorkerState } from './lane-worker-state.ts'
import { backoffMs, timesOf } from './release-times.ts'
import type { ReleaseTimes } from './release-times.ts'

/** Works a lane under its lease, and releases it. */
export async function workLane(
  worker: LaneWorkerState,
  lane: HeldLane,
  handler: LaneHandler,
): Promise<void> {
  const { context, failures, outage, stopping } = worker
  const key = `${lane.kind} ${lane.targetId}`
  const slot = worker.shares.take(lane.kind, lane.workspaceId)
  const endTurn = laneTurns.startTimer({ kind: lane.kind })
  let result = 'done'
  let times: ReleaseTimes
  const { wakeUps } = lane
  // Unless the work listens itself, the next turn follows at once, and the database need not know of the wake-up.
  wakeUps.onWake = () => undefined
  try {
    const signal = AbortSignal.any([lane.abort.signal, stopping.signal])
    const attributes = {
      'parley.lane.kind': lane.kind,
      'parley.lane.target_id': lane.targetId,
      'parley.workspace_id': lane.workspaceId,
    }
    const due = await traceTurn(`turn ${lane.kind}`, attributes, () => handler.work(lane, signal))
    failures.delete(key)
    times = timesOf(due, context.clock.now())
  } catch (err) {
    result = isDatabaseUnavailable(err) ? 'unavailable' : 'failed'
    const count = (failures.get(key) ?? 0) + 1
    failures.set(key, count)
    times = { dueInMs: isDatabaseUnavailable(err) ? worker.pollMs : backoffMs(count) }
    if (isDatabaseUnavailable(err)) outage.failed(err)
    else context.log.error({ err, lane: key, workspace_id: lane.workspaceId }, 'lane work failed')
  }
  endTurn({ result })
  wakeUps.onWake = undefined
  if (wakeUps.isPending) times = { ...times, dueInMs: times.pauseMs ?? 0 }
  wakeUps.isPending = false
  if (slot.release()) pollIn(worker, 0)
  await releaseLane(worker, lane, stopping.signal.aborted ? { dueInMs: 0 } : times)
}

/** Releases a lane, unless it was taken over; retries until its lease ends while the database is unavailable. */
export async function releaseLane(
  worker: LaneWorkerState,
  lane: HeldLane,
  times: ReleaseTimes,
): Promise<void> {
  const { context, held, outage, pollMs, release, stopping } = worker
  try {
    do {
      try {
        const dueAgainMs = await withinActiveMs(LANES_MS, () => release({ ...lane, ...times }))
        if (dueAgainMs !== null && dueAgainMs !== undefined) pollIn(worker, dueAgainMs)
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
    if (lane.isWoken) pollIn(worker, 0)
  }
}
