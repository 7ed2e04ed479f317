import type { Scope } from '#db/context.ts'
import { itemAt } from '#lib/item-at.ts'
import { present } from '#lib/present.ts'
import { keepVisible } from './keep-visible.ts'
import { toEventCursor } from './to-event-cursor.ts'
import { listEvents } from './list-events.ts'
import type { EventBatch, ListEventsInput, StoredEvent } from './list-events.ts'
import type { EventNews, WatchEvents } from './watch-events.ts'

/** An event, and its frame of server-sent events, which all streams write. */
export type FramedEvent = StoredEvent & { frame: string }

/** The newest events of the followed workspaces. `read` returns the events that `listEvents` returns, with their frames, and for members the signal
 * `removed` for a conversation that they no longer see. */
export type EventTails = {
  follow: (workspaceId: string, onNew: (head: number) => void) => () => void
  read: (
    scope: Scope,
    input: ListEventsInput & { position: number },
  ) => Promise<EventBatch & { events: FramedEvent[] }>
}

/** `events` are all events after `from` up to `head`. */
type Tail = {
  from: number
  head: number
  events: FramedEvent[]
  characters: number
  listeners: Set<(head: number) => void>
  close: () => void
}

/** The maximum number of events in a tail. Streams that are further behind query the database. */
const EVENTS_KEPT = 500
const CHARACTERS_KEPT = 128 * 1024

/**
 * Creates tails of events: new events of a workspace are read once, and framed once, however many streams follow it. A
 * tail starts at the newest event when the first stream follows, and ends with the last one.
 */
export function createEventTails(watch: WatchEvents): EventTails {
  const tails = new Map<string, Tail>()

  function open(workspaceId: string): Tail {
    const tail: Tail = {
      from: Infinity,
      head: Infinity,
      events: [],
      characters: 0,
      listeners: new Set(),
      close: watch(workspaceId, {
        position: () => (tail.head === Infinity ? undefined : tail.head),
        onNews(news) {
          if (!append(tail, news)) return
          for (const onNew of tail.listeners) onNew(tail.head)
        },
      }),
    }
    tails.set(workspaceId, tail)
    return tail
  }

  return {
    follow(workspaceId, onNew) {
      const tail = tails.get(workspaceId) ?? open(workspaceId)
      tail.listeners.add(onNew)
      return () => {
        tail.listeners.delete(onNew)
        if (tail.listeners.size > 0) return
        tails.delete(workspaceId)
        tail.close()
      }
    },
    async read(scope, input) {
      const { position, limit, types } = input
      const tail = tails.get(scope.workspaceId)
      if (!tail || position < tail.from) {
        const batch = await listEvents(scope, input)
        return { ...batch, events: batch.events.map(toFramed) }
      }
      // Most streams have read all but the last events.
      const last = tail.events.findLastIndex((event) => event.position <= position)
      const fresh = tail.events.slice(last + 1)
      // The tail goes on while the visible events are found.
      const head = Math.max(position, tail.head)
      const wanted = types ? fresh.filter((event) => types.includes(event.type)) : fresh
      const events = await keepVisible(scope, wanted.slice(0, limit))
      const hasMore = limit < wanted.length
      const next = hasMore ? itemAt(wanted, limit - 1).position : head
      return { events, position: next, hasMore }
    },
  }
}

/** Adds new events to a tail, or starts it anew where it has none, and returns whether its head has changed. */
function append(tail: Tail, { head, trimmed, events }: EventNews): boolean {
  // Events that were deleted before they were read cannot be added: streams must query the database for the error.
  if (tail.head === Infinity || tail.head < trimmed) {
    Object.assign(tail, { from: head, head, events: [], characters: 0 })
    return true
  }
  for (const event of events) {
    tail.events.push(toFramed(event))
    tail.characters += event.body.length
    tail.head = event.position
  }
  while (tail.events.length > EVENTS_KEPT || tail.characters > CHARACTERS_KEPT) {
    const oldest = present(tail.events.shift())
    tail.characters -= oldest.body.length
    tail.from = oldest.position
  }
  return events.length > 0
}

function toFramed(event: StoredEvent): FramedEvent {
  const { position, type, body } = event
  return { ...event, frame: `id: ${toEventCursor(position)}\nevent: ${type}\ndata: ${body}\n\n` }
}
