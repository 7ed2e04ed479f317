import type { LaneKind } from '#db/tables/lanes.ts'
import type { ClaimRequest } from './claim-lanes.ts'
import type { LaneHandlers } from './lane-handler.ts'
import type { LaneShares } from './lane-shares.ts'

/** Most lanes of one claim: few, so that several workers share a rush. */
const CLAIM_MAX = 32

/** Returns what to claim for the free slots of `kinds`, by default of each kind, without workspaces that already have their share. */
export function requestClaims(
  handlers: LaneHandlers,
  shares: LaneShares,
  kinds = Object.keys(handlers) as LaneKind[],
): ClaimRequest[] {
  return kinds.flatMap((kind) => {
    const { leaseMs, slots } = handlers[kind]!
    const free = shares.free(kind)
    if (free <= 0) return []
    const excludeWorkspaces = shares.served(kind)
    const count = Math.min(free, CLAIM_MAX)
    return [{ kind, leaseMs, count, slots, active: shares.active(kind), excludeWorkspaces }]
  })
}
