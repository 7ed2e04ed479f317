import type { Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import { firstId, idTime, NIL_ID } from '#lib/ids.ts'
import { PAGE_ROWS, readFound, readQueued, readWhole } from './read-queued.ts'
import type { Asked, OfSearch, QueuedMessage, QueuedTime, SearchedChannel } from './read-queued.ts'

const PAGES_MAX = 20
/** How long after its id was created a message may still be committed. */
const LATE_MS = 5_000
/** Most searches that one statement answers. */
const SEARCHES_MAX = 64

/**
 * A turn's search for due messages, which goes on where it stopped. `found` are the due messages that the last call returned, without those that were settled, `waiting`
 * the conversations whose oldest queued message has to wait, until `nextAt` at the earliest. `isAtEnd`: the last page was the last
 * of the queue.
 */
type DueSearch = {
  after: string
  found: string[]
  waiting: Set<string>
  nextAt: Date | null
  isAtEnd: boolean
}

/** Creates the search for due messages of a new turn. */
export function createDueSearch(): DueSearch {
  return {
    after: NIL_ID,
    found: [],
    waiting: new Set(),
    nextAt: null,
    isAtEnd: false,
  }
}

/** Due messages by conversation. `pairs`: when each conversation of them has its whole allowance again, as `readPairs` returns it. */
type DueMessages = {
  chats: QueuedMessage[][]
  pairs: Map<string, number>
  nextAt: Date | null
}

/** Finds due messages of a channel. */
type DueFinder = (scope: Scope, channel: SearchedChannel, search: DueSearch) => Promise<DueMessages>

/**
 * Creates a function that finds the messages of a channel that may be sent now, by conversation and in order; about 500 at most. It skips a
 * conversation whose oldest queued message has to wait, so that nothing overtakes it. `nextAt` is the time of the first
 * of those messages, null when none waits.
 *
 * It reads the times of waiting messages once per turn, and whole rows only of due ones: while a platform cannot be reached, thousands may wait.
 * A message is committed after its id was created, and so may have a smaller id than one that was found. Each search reads the last seconds again,
 * so that a later message of its conversation, which was queued after it, never overtakes it.
 *
 * A message that is queued during the turn, or becomes due earlier, wakes the lane: then clear `isAtEnd`, or end the turn. Searches
 * of turns on any channels of a server share statements.
 */
export function createDueFinder(): DueFinder {
  const readPage = gatherReads('find_queued', readQueued)
  const readAgain = gatherReads('find_queued_again', readFound)
  const readDue = gatherReads('read_due', readWhole)

  return async function find(scope, channel, search) {
    const now = scope.clock.now()
    // A message that had to wait is due now, before later ones of its conversation.
    if (search.nextAt && search.nextAt <= now) Object.assign(search, createDueSearch())
    const late = firstId(new Date(idTime() - LATE_MS))
    if (search.after > late) search.after = late
    const due = new Set<string>()
    const add = (rows: QueuedTime[]) => {
      for (const { id, chat_id: chatId, due_ms: dueMs } of rows) {
        if (search.waiting.has(chatId)) continue
        if (dueMs <= now.getTime()) due.add(id)
        else {
          search.waiting.add(chatId)
          const { nextAt } = search
          if (!nextAt || dueMs < nextAt.getTime()) search.nextAt = new Date(dueMs)
        }
      }
    }
    if (search.found.length > 0) add(await readAgain({ scope, channel, ids: search.found }))
    for (let page = 0; page < PAGES_MAX && due.size < PAGE_ROWS && !search.isAtEnd; page++) {
      const rows = await readPage({ scope, channel, after: search.after })
      add(rows)
      search.after = rows.at(-1)?.id ?? search.after
      search.isAtEnd = rows.length < PAGE_ROWS
    }
    search.found = [...due]
    const rows = due.size > 0 ? await readDue({ scope, channel, ids: search.found }) : []
    // All were settled since their times were read.
    if (due.size > 0 && rows.length === 0) return find(scope, channel, search)
    const pairs = rows.flatMap(({ chat_id: chatId, full_at: fullAt }): [string, number][] =>
      fullAt === null ? [] : [[chatId, fullAt]],
    )
    const chats = Map.groupBy(rows, (message) => message.chat_id)
    return { chats: [...chats.values()], pairs: new Map(pairs), nextAt: search.nextAt }
  }
}

/** Returns a function that reads for one search what `read` reads for several. Two statements at a time: while one reads much, others go on. */
function gatherReads<T, R extends object>(
  name: string,
  read: (searches: Asked<T>[], context: Scope) => Promise<OfSearch<R>[]>,
): (search: Asked<T>) => Promise<R[]> {
  const run = async (searches: Asked<T>[]): Promise<Outcome<R[]>[]> => {
    const rows = Map.groupBy(await read(searches, firstOf(searches).scope), ({ search }) => search)
    return searches.map((_, search) => ({ status: 'fulfilled', value: rows.get(search) ?? [] }))
  }
  return gatherOnServer<Asked<T>, R[]>({
    name,
    maxBatch: SEARCHES_MAX,
    besideMin: 1,
    together: run,
    apart: run,
  })
}
