import type { LaneRef } from '#db/context.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import type { WakeUps } from './wake-ups.ts'

/**
 * A lane held by a worker. Results may only be written while `leaseToken` is the lane's token. `wakes` is the
 * number of wake-ups that the work has covered; work that reads the rows again can raise it to the number at
 * that time. From `expiresAt` (monotonic clock) another worker may hold the lane. Work that listens to `wakeUps` need
 * not end to see new rows.
 */
export type WorkedLane = {
  workspaceId: string
  targetId: string
  leaseToken: string
  wakes?: number
  expiresAt?: number
  wakeUps?: WakeUps
}

/** Returns whether the lease of a lane ran out, also if the process was frozen and has run no timer since. */
export function isLeaseOver({ expiresAt = Infinity }: WorkedLane): boolean {
  return performance.now() >= expiresAt
}

/** When the next row of a paused lane is due, or null if none is pending. Until `notBefore`, wake-ups change nothing. */
export type PausedLane = { dueAt: Date | null; notBefore: Date }

/** When a lane's next row is due, or null if none is pending. */
export type LaneDue = Date | null | PausedLane

/** How lanes of one kind are processed. */
export type LaneHandler<Due extends LaneDue = LaneDue> = {
  /** How many lanes of this kind a process works on at the same time. */
  slots: number
  /** Whether each workspace has only one lane of this kind. Then a claim may use all free slots. */
  isOfWorkspace?: boolean
  /** How long the lane of a killed process stays leased. Leases are renewed during the work. */
  leaseMs: number
  /** Whether a turn ends before its lease, which is not renewed. A turn that takes longer may overlap with the next one. */
  isBrief?: boolean
  /**
   * Processes a bounded batch of the lane's due rows without an open transaction during calls. Returns when the
   * next row is due, or null if none is pending. Once `signal` is aborted, it starts nothing new, waits for
   * work in progress, and returns.
   */
  work: (lane: WorkedLane, signal: AbortSignal) => Promise<Due>
  /** Returns the targets of all workspaces that have due rows, so that the sweeper finds lost wake-ups. */
  findDue: () => Promise<LaneRef[]>
}

/** The handlers of the kinds that a process works on. */
export type LaneHandlers = Partial<Record<LaneKind, LaneHandler>>
