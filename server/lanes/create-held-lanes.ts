import type { WokenLane } from '#db/context.ts'
import { laneLeasesLost } from '#lib/metrics.ts'
import type { ClaimedLane } from './claim-lanes.ts'
import type { NamedLane } from './write-wake-notice.ts'
import { acceptWakeUp, createWakeUps } from './wake-ups.ts'
import type { WakeUps } from './wake-ups.ts'

/** A lane under our lease. `abort` stops its work; `expiresAt` (monotonic clock): another worker may hold it then. */
export type HeldLane = ClaimedLane & {
  leaseMs: number
  expiresAt: number
  abort: AbortController
  wakeUps: WakeUps
  /** It was woken in the database and its holder did not accept that: it may be due as soon as it is released. */
  isWoken: boolean
}

/** Leases of a worker. `renew` stops work whose lease was lost, `expire` work whose lease ran out. */
type HeldLanes = {
  hold: (lane: ClaimedLane, leaseMs: number, claimedAt: number) => HeldLane
  drop: (lane: HeldLane) => void
  /** Passes a wake-up to the holder of a lane; returns false if it does not accept it, or nobody holds the lane. */
  accept: (lane: NamedLane & Pick<WokenLane, 'handed'>) => boolean
  /** Notices that a lane was woken in the database; returns false if this worker does not hold it. */
  notice: (lane: NamedLane) => boolean
  renew: () => Promise<void>
  /** Returns the tokens of leases that ran out although their work is in progress. */
  findOver: (now: number) => string[]
  expire: (now: number) => void
}

/** Creates the leases of a worker; `renewLeases` returns the tokens of the leases that the worker still holds. */
export function createHeldLanes(
  renewLeases: (lanes: HeldLane[]) => Promise<Set<string>>,
): HeldLanes {
  const held = new Map<string, HeldLane>()
  const byTarget = new Map<string, HeldLane>()
  const keyOf = ({ kind, targetId }: NamedLane) => `${kind} ${targetId}`
  /** Another worker may hold the lane after the lease, so its holder can promise nothing. */
  const accept = ({ wakeUps, expiresAt, abort }: HeldLane, handed?: unknown) =>
    performance.now() < expiresAt && !abort.signal.aborted && acceptWakeUp(wakeUps, handed)
  const lose = ({ kind, abort }: HeldLane) => {
    if (!abort.signal.aborted) laneLeasesLost.inc({ kind })
    abort.abort()
  }
  return {
    hold(lane, leaseMs, claimedAt) {
      const mine = {
        ...lane,
        leaseMs,
        expiresAt: claimedAt + leaseMs,
        abort: new AbortController(),
        wakeUps: createWakeUps(),
        isWoken: false,
      }
      held.set(mine.leaseToken, mine)
      byTarget.set(keyOf(mine), mine)
      return mine
    },
    drop(lane) {
      held.delete(lane.leaseToken)
      // After a lost lease, this worker may hold the lane again.
      if (byTarget.get(keyOf(lane)) === lane) byTarget.delete(keyOf(lane))
    },
    accept(lane) {
      const mine = byTarget.get(keyOf(lane))
      return mine !== undefined && accept(mine, lane.handed)
    },
    notice(lane) {
      const mine = byTarget.get(keyOf(lane))
      if (mine && !accept(mine)) mine.isWoken = true
      return mine !== undefined
    },
    async renew() {
      const lanes = [...held.values()]
      if (lanes.length === 0) return
      const before = performance.now()
      const ours = await renewLeases(lanes)
      for (const lane of lanes) {
        if (ours.has(lane.leaseToken)) lane.expiresAt = before + lane.leaseMs
        else if (held.has(lane.leaseToken)) lose(lane)
      }
    },
    findOver: (now) =>
      [...held.values()].filter((lane) => lane.expiresAt <= now).map((lane) => lane.leaseToken),
    expire(now) {
      for (const lane of held.values()) {
        if (lane.expiresAt <= now) lose(lane)
      }
    },
  }
}
