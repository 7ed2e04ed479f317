/** How long events are kept, in milliseconds. */
const KEPT_MS = 40_000
const KEPT_MAX = 500

/** The events that a tab received in the last seconds, for a tab that has just opened. Times are of `Date.now`. */
type RecentEvents<E extends { id: string | null }> = {
  /** Says that every event from `at` on is or will be added. */
  begin: (at: number) => void
  add: (event: E) => void
  has: (id: string | null) => boolean
  /** Returns the events since `at`, oldest first; undefined if some of them may be missing. */
  since: (at: number) => E[] | undefined
}

/** Creates an empty store of recent events. */
export function createRecentEvents<E extends { id: string | null }>(
  now: () => number = Date.now,
): RecentEvents<E> {
  let from = Infinity
  let kept: { at: number; event: E }[] = []
  const drop = () => {
    const at = now()
    const first = kept.findIndex((each) => each.at > at - KEPT_MS)
    const fitting = Math.max(first === -1 ? kept.length : first, kept.length - KEPT_MAX)
    if (fitting > 0) from = Math.max(from, kept[fitting - 1]!.at + 1)
    kept = kept.slice(fitting)
  }
  return {
    begin(at) {
      from = at
      kept = kept.filter((each) => each.at >= at)
    },
    add(event) {
      kept.push({ at: now(), event })
      drop()
    },
    has: (id) => id !== null && kept.some(({ event }) => event.id === id),
    since(at) {
      drop()
      if (at < from) return undefined
      return kept.filter((each) => each.at >= at).map(({ event }) => event)
    },
  }
}
