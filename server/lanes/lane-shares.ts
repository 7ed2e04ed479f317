import type { LaneKind } from '#db/tables/lanes.ts'
import type { LaneHandlers } from './lane-handler.ts'

/** Distributes the slots of a process among the workspaces that have work. */
export type LaneShares = {
  /** Returns how many slots of a kind are free. */
  free: (kind: LaneKind) => number
  /** Returns how many workspaces use slots of a kind. */
  active: (kind: LaneKind) => number
  /** Returns the workspaces that already use their share of a kind's slots. */
  served: (kind: LaneKind) => string[]
  /** Takes a slot. `release` frees it and returns whether a claim may now find more lanes. */
  take: (kind: LaneKind, workspaceId: string) => { release: () => boolean }
}

/**
 * Creates the shares of the slots of each kind: with `n` active workspaces, each gets at most one part in `n +
 * 1`. So another workspace always finds free slots, however many lanes the others have due, and a single
 * workspace can use half of all slots.
 */
export function createShares(handlers: LaneHandlers): LaneShares {
  const working = new Map<LaneKind, Map<string, number>>()
  const ofKind = (kind: LaneKind) => working.getOrInsertComputed(kind, () => new Map())
  const share = (kind: LaneKind) => {
    const { slots, isOfWorkspace } = handlers[kind]!
    return isOfWorkspace ? slots : Math.ceil(slots / (Math.max(1, ofKind(kind).size) + 1))
  }
  const free = (kind: LaneKind) => {
    let taken = 0
    for (const count of ofKind(kind).values()) taken += count
    return handlers[kind]!.slots - taken
  }

  return {
    free,
    active: (kind) => ofKind(kind).size,
    served(kind) {
      const most = share(kind)
      return [...ofKind(kind)].flatMap(([id, count]) => (count >= most ? [id] : []))
    },
    take(kind, workspaceId) {
      const counts = ofKind(kind)
      counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
      return {
        release() {
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
