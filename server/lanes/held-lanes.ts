import type { ClaimedLane } from './claim-lanes.ts'

/** A lane under our lease. `abort` stops its work; `expiresAt` (monotonic clock): another worker may hold it then. */
export type HeldLane = ClaimedLane & { leaseMs: number; expiresAt: number; abort: AbortController }

/** Leases of a worker. `renew` stops work whose lease was lost, `expire` work whose lease ran out. */
type HeldLanes = {
  hold: (lane: ClaimedLane, leaseMs: number, claimedAt: number) => HeldLane
  drop: (lane: HeldLane) => void
  renew: () => Promise<void>
  expire: (now: number) => void
}

/** Creates the leases of a worker; `renewLeases` returns the tokens of the leases that the worker still holds. */
export function createHeldLanes(
  renewLeases: (lanes: HeldLane[]) => Promise<Set<string>>,
): HeldLanes {
  const held = new Map<string, HeldLane>()
  return {
    hold(lane, leaseMs, claimedAt) {
      const mine = {
        ...lane,
        leaseMs,
        expiresAt: claimedAt + leaseMs,
        abort: new AbortController(),
      }
      held.set(mine.leaseToken, mine)
      return mine
    },
    drop(lane) {
      held.delete(lane.leaseToken)
    },
    async renew() {
      const lanes = [...held.values()]
      if (lanes.length === 0) return
      const before = performance.now()
      const ours = await renewLeases(lanes)
      for (const lane of lanes) {
        if (ours.has(lane.leaseToken)) lane.expiresAt = before + lane.leaseMs
        else if (held.has(lane.leaseToken)) lane.abort.abort()
      }
    },
    expire(now) {
      for (const lane of held.values()) {
        if (lane.expiresAt <= now) lane.abort.abort()
      }
    },
  }
}
