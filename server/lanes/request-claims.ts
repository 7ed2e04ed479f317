import type { LaneKind } from '#db/tables/lanes.ts'
import type { ClaimedLane, ClaimRequest } from './claim-lanes.ts'
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
    const { leaseMs } = handlers[kind]!
    const free = shares.free(kind)
    const excludeWorkspaces = shares.served(kind)
    return free > 0 ? [{ kind, leaseMs, count: Math.min(free, CLAIM_MAX), excludeWorkspaces }] : []
  })
}

/** Returns whether a claim was filled for some kind, so that more of it may be due. */
export function isAnyFilled(requests: ClaimRequest[], lanes: ClaimedLane[]): boolean {
  return requests.some(
    ({ kind, count }) => lanes.filter((lane) => lane.kind === kind).length === count,
  )
}
