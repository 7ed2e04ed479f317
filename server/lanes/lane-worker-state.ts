import type { Context } from '#db/context.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import { coalesce } from '#lib/coalesce.ts'
import { withinActiveMs } from '#lib/time-budget.ts'
import { createDueKinds } from './create-due-kinds.ts'
import { OWN_DUTY } from './duty.ts'
import type { Duty } from './duty.ts'
import { createHeldLanes } from './create-held-lanes.ts'
import type { LaneHandlers } from './lane-handler.ts'
import { createShares } from './lane-shares.ts'
import type { LaneWaker } from './lane-waker.ts'
import { createOutage } from './create-outage.ts'
import type { PollTimer } from './create-poll-timer.ts'
import { releaseLanes } from './release-lanes.ts'
import type { ReleasedLane } from './release-lanes.ts'
import { renewLanes } from './renew-lanes.ts'

/**
 * Options for a worker: `url` of the database to listen on, the `waker` of its process, the duty to sweep, the longest wait
 * between polls, and between sweeps, how long lanes are overdue before the worker counts as stalled, how long after an outage it takes
 * over no lanes, how long a pause of the process is that counts as one, and how long it waits for its work when it stops.
 */
export type LaneWorkerOptions = {
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
export const LANES_MS = 5_000

const DEFAULTS = {
  duty: OWN_DUTY,
  pollMs: 1_000,
  sweepMs: 5_000,
  /** Lanes that nobody claims for this long, although this worker could, show that it does not work. */
  stalledMs: 60_000,
  /**
   * The time after an outage in which lanes whose lease ran out are left to their workers: the leases ended because the database
   * was away, and the workers have results to record first. Longer than a statement on a lost connection takes.
   */
  takeOverMs: 6_000,
  /** A pause of this process that may cost leases, also those of other processes of the machine. They are renewed every 5 s. */
  pauseMs: 5_000,
  /** The longest wait of a worker that stops for its work. */
  stopMs: 15_000,
}

/** The state of a worker: its lanes, its slots, and what it knows of the database. */
export type LaneWorkerState = ReturnType<typeof createLaneWorkerState> & { timer: PollTimer }

/** Creates the state of a worker, without its timer. */
export function createLaneWorkerState(context: Context, options: LaneWorkerOptions) {
  const { handlers } = options
  const renewed = Object.values(handlers).filter(({ isBrief }) => !isBrief)
  const renewMs = Math.min(15_000, ...renewed.map(({ leaseMs }) => leaseMs)) / 3
  return {
    ...DEFAULTS,
    ...options,
    context,
    renewMs,
    /** The pause between two checks for leases that ran out. */
    checkMs: renewMs / 4,
    startedAt: 0,
    /** When the worker last noticed that its process runs. */
    ranAt: performance.now(),
    hasSwept: false,
    shares: createShares(handlers),
    held: createHeldLanes((lanes) => withinActiveMs(LANES_MS, () => renewLanes(context, lanes))),
    failures: new Map<string, number>(),
    claimedAtByKind: new Map<LaneKind, number>(),
    tasks: new Set<Promise<void>>(),
    stopping: new AbortController(),
    drained: new AbortController(),
    outage: createOutage(context.log),
    dueKinds: createDueKinds(Object.keys(handlers) as LaneKind[]),
    release: coalesce<ReleasedLane, number | null | undefined>({
      name: 'release_lanes',
      maxBatch: 500,
      run: (lanes) => releaseLanes(context, lanes),
    }),
  }
}

/** Claims lanes of all kinds after `ms`, unless that is due earlier. */
export function pollIn({ dueKinds, timer }: LaneWorkerState, ms: number): void {
  dueKinds.expectAll(ms)
  timer.pollIn(ms)
}
