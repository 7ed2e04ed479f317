import type { LaneKind } from '#db/tables/lanes.ts'

/** Knows which kinds of lanes the next poll of a worker has to claim. */
type DueKinds = {
  /** Lanes of any kind may be due in `ms`. */
  expectAll: (ms: number) => void
  /** Lanes of this kind may be due now. */
  expect: (kind: LaneKind) => void
  /** Begins a poll, and returns the kinds that it claims: those that were woken, or all when that is due. */
  begin: () => LaneKind[]
  /** Returns in how many ms all kinds are due. */
  allInMs: () => number
}

/**
 * Creates the due kinds of a worker for `kinds`. A claim reads all lanes that are due and excluded, such as a thousand endpoints
 * of a workspace that has its share, so it leaves out kinds of which none was woken. `nowMs` is a monotonic clock.
 */
export function createDueKinds(
  kinds: LaneKind[],
  nowMs: () => number = () => performance.now(),
): DueKinds {
  const woken = new Set<LaneKind>()
  let allAt = nowMs()
  return {
    expectAll(ms) {
      allAt = Math.min(allAt, nowMs() + ms)
    },
    expect(kind) {
      woken.add(kind)
    },
    begin() {
      const isSome = woken.size > 0 && nowMs() < allAt
      const due = isSome ? [...woken] : kinds
      woken.clear()
      // A kind woken during the poll stays due for the next one.
      if (!isSome) allAt = Infinity
      return due
    },
    allInMs: () => Math.max(0, allAt - nowMs()),
  }
}
