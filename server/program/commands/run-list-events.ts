import type { Event, EventPage } from '#client/index.ts'
import type { Result } from './print-result.ts'
import { readSince } from './read-since.ts'
import type { StartQuery } from './read-since.ts'
import { awaitRemote, openRemote } from './remote.ts'
import type { RemoteOptions } from './remote.ts'

/** The options of `events list`, as text. */
type ListEventsOptions = RemoteOptions & { events?: string; since?: string; limit: number }

const PAGE = 100

/** Runs `events list`: prints the events after a time, an event or a cursor, oldest first. */
export async function runListEvents(options: ListEventsOptions): Promise<Result> {
  const remote = openRemote(options)
  let query: StartQuery = readSince(options.since, new Date())
  const data: Event[] = []
  let page: EventPage
  do {
    const limit = Math.min(PAGE, options.limit - data.length)
    const call = remote.parley.events.listEvents({ ...query, limit, types: options.events })
    page = await awaitRemote(remote, call)
    data.push(...page.data)
    query = { after: page.next_cursor }
  } while (page.has_more && data.length < options.limit)
  return {
    json: { data, next_cursor: page.next_cursor, has_more: page.has_more },
    lines: [
      ...data.map((event) => `${event.created_at}  ${event.type.padEnd(22)}  ${event.id}`),
      page.has_more
        ? `More events are available: continue with --since ${page.next_cursor}`
        : `No more events. Continue later with --since ${page.next_cursor}`,
    ],
  }
}
