import type { LaneDue } from './lane-handler.ts'
import type { ReleasedLane } from './release-lanes.ts'

/** When a released lane is due again, and how long wake-ups have no effect. */
export type ReleaseTimes = Pick<ReleasedLane, 'dueInMs' | 'pauseMs'>

const BACKOFF = { firstMs: 1_000, longestMs: 60_000 }

/** Returns the release times of a lane whose work ended with `due`. */
export function timesOf(due: LaneDue, now: Date): ReleaseTimes {
  const until = (date: Date) => Math.max(0, date.getTime() - now.getTime())
  if (due === null || due instanceof Date) return { dueInMs: due && until(due) }
  return { dueInMs: due.dueAt && until(due.dueAt), pauseMs: until(due.notBefore) }
}

/** Returns the wait in ms after `failures` failures of a lane's work in a row. */
export function backoffMs(failures: number): number {
  return Math.min(BACKOFF.longestMs, BACKOFF.firstMs * 2 ** (failures - 1))
}
