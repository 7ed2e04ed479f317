import type { LiveEvent } from '../../../lib/live.ts'

/**
 * What happened lately, so that an answer that was under way meanwhile can be brought up to date: note `position()`
 * before you ask, and apply `since(position)` to what came. Undefined: that is longer ago than the log reaches.
 */
export type EventLog = {
  push: (event: LiveEvent) => void
  position: () => number
  since: (position: number) => LiveEvent[] | undefined
}

/** A log of the last `capacity` events. */
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
