import type { LaneKind } from '#db/workspace-tables.ts'
import type { LaneHandlers } from './lane-handler.ts'

/** How the slots of a process are shared out among the workspaces that have work. */
export type LaneShares = {
  /** Slots of a kind that one claim may take: those that are free, but no more than a share. */
  free: (kind: LaneKind) => number
  /** Workspaces that have their share of a kind's slots already. */
  served: (kind: LaneKind) => string[]
  /** Takes a slot; gives whether a claim may find more to do once it is given back. */
  take: (kind: LaneKind, workspaceId: string) => { give: () => boolean }
}

/**
 * Shares of the slots of each kind: with `n` workspaces at work, each has at most one part in `n + 1`. So one more
 * always finds free slots, however many lanes the others have due, and a workspace alone has half of all.
 */
export function createShares(handlers: LaneHandlers): LaneShares {
  const working = new Map<LaneKind, Map<string, number>>()
  const ofKind = (kind: LaneKind) => {
    const known = working.get(kind) ?? new Map<string, number>()
    working.set(kind, known)
    return known
  }
  const share = (kind: LaneKind) =>
    Math.ceil(handlers[kind]!.slots / (Math.max(1, ofKind(kind).size) + 1))
  const free = (kind: LaneKind) => {
    let taken = 0
    for (const count of ofKind(kind).values()) taken += count
    return Math.min(handlers[kind]!.slots - taken, share(kind))
  }

  return {
    free,
    served(kind) {
      const most = share(kind)
      return [...ofKind(kind)].flatMap(([id, count]) => (count >= most ? [id] : []))
    },
    take(kind, workspaceId) {
      const counts = ofKind(kind)
      counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
      return {
        give() {
          const count = counts.get(workspaceId)!
          const wasServed = count >= share(kind) || free(kind) <= 0
          if (count > 1) counts.set(workspaceId, count - 1)
          else counts.delete(workspaceId)
          return wasServed
        },
      }
    },
  }
}
