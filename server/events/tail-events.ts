import type { Context, Scope } from '#context.ts'
import { systemScope } from '#context.ts'
import { listEvents } from './list-events.ts'
import type { EventBatch, ListEventsInput, StoredEvent } from './list-events.ts'
import type { WatchEvents } from './watch-events.ts'

/** The newest events of the followed workspaces. `read` returns the same as `listEvents`. */
export type EventTails = {
  follow: (workspaceId: string, onNew: (head: number) => void) => () => void
  read: (scope: Scope, input: ListEventsInput & { position: number }) => Promise<EventBatch>
}

/** `events` are all events after `from` up to `head`. `news` is the latest known head. */
type Tail = {
  from: number
  head: number
  news: number
  events: StoredEvent[]
  characters: number
  isReading: boolean
  listeners: Set<(head: number) => void>
  close: () => void
}

const BATCH = 200
/** The maximum number of events in a tail. Streams that are further behind query the database. */
const EVENTS_KEPT = 500
const CHARACTERS_KEPT = 128 * 1024

/**
 * Creates tails of events: new events of a workspace are read once, however many streams follow it. A tail
 * starts at the newest event when the first stream follows, and ends with the last one.
 */
export function createEventTails(context: Context, watch: WatchEvents): EventTails {
  const tails = new Map<string, Tail>()

  async function pull(workspaceId: string, tail: Tail): Promise<void> {
    if (tail.isReading) return
    tail.isReading = true
    const scope = systemScope(context, workspaceId)
    try {
      while (tail.head < tail.news && tail.listeners.size > 0) {
        append(tail, await listEvents(scope, { position: tail.head, limit: BATCH }))
        for (const onNew of tail.listeners) onNew(tail.head)
      }
    } catch (err) {
      // The next poll retries.
      context.log.debug({ err }, 'failed to read new events')
    } finally {
      tail.isReading = false
    }
  }

  function open(workspaceId: string): Tail {
    const tail: Tail = {
      from: Infinity,
      head: Infinity,
      news: 0,
      events: [],
      characters: 0,
      isReading: false,
      listeners: new Set(),
      close: watch(workspaceId, (head) => {
        tail.news = head
        if (tail.head !== Infinity) return void pull(workspaceId, tail)
        tail.from = tail.head = head
        for (const onNew of tail.listeners) onNew(head)
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
      if (!tail || position < tail.from) return listEvents(scope, input)
      const first = tail.events.findIndex((event) => event.position > position)
      const fresh = first < 0 ? [] : tail.events.slice(first)
      const wanted = types ? fresh.filter((event) => types.includes(event.type)) : fresh
      const events = wanted.slice(0, limit)
      const hasMore = events.length < wanted.length
      const next = hasMore ? events.at(-1)!.position : Math.max(position, tail.head)
      return { events, position: next, hasMore }
    },
  }
}

function append(tail: Tail, batch: EventBatch): void {
  for (const event of batch.events) {
    tail.events.push(event)
    tail.characters += event.body.length
  }
  tail.head = batch.position
  while (tail.events.length > EVENTS_KEPT || tail.characters > CHARACTERS_KEPT) {
    const oldest = tail.events.shift()!
    tail.characters -= oldest.body.length
    tail.from = oldest.position
  }
}
