import type { LiveEvent } from '../../../lib/live.ts'

/**
 * A log of recent events, with which a response that was in flight can be brought up to date: take `position()` before
 * the request, and apply `since(position)` to its response. Undefined when the log does not reach back that far.
 */
type EventLog = {
  push: (event: LiveEvent) => void
  position: () => number
  since: (position: number) => LiveEvent[] | undefined
}

/** Creates a log of the last `capacity` events. */
export function createEventLog(capacity = 5000): EventLog {
  let kept: LiveEvent[] = []
  let dropped = 0
  return {
    push(event) {
      kept.push(event)
      if (kept.length < capacity * 2) return
      dropped += kept.length - capacity
      kept = kept.slice(-capacity)
    },
    position: () => dropped + kept.length,
    since: (position) => (position < dropped ? undefined : kept.slice(position - dropped)),
  }
}
