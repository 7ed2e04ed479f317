import type { LaneRef } from '#context.ts'
import type { LaneKind } from '#db/workspace-tables.ts'

/**
 * A lane that a worker holds; a result may be written only while `leaseToken` is the lane's own. `wakes` is the
 * count of its wake-ups that were seen: work that looks at the rows again may raise it to the count of that look.
 */
export type WorkedLane = {
  workspaceId: string
  targetId: string
  leaseToken: string
  wakes?: number
}

/**
 * When a lane's next row is due, null when none is pending. With `notBefore`, a wake-up changes nothing until then:
 * a pause that is to be kept.
 */
export type LaneDue = Date | null | { dueAt: Date | null; notBefore: Date }

/** How the lanes of one kind are worked. */
export type LaneHandler<Due extends LaneDue = LaneDue> = {
  /** Lanes of this kind that one process works at a time. */
  slots: number
  /** How long a lane of a killed process stays closed. A lane in work is renewed in time. */
  leaseMs: number
  /**
   * Works a bounded batch of the lane's due rows, with no transaction open during calls, and gives when its
   * next row is due, null when none is pending. Once `signal` is aborted it starts nothing new, lets end what
   * is in flight, and returns.
   */
  work: (lane: WorkedLane, signal: AbortSignal) => Promise<Due>
  /** Targets of any workspace that have rows due: what makes a lost wake-up good. */
  findDue: () => Promise<LaneRef[]>
}

/** The handlers of the kinds that a process works. */
export type LaneHandlers = Partial<Record<LaneKind, LaneHandler>>
