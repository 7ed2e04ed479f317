import { sql } from 'kysely'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { prepared } from '#db/prepared.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import type { PairRate } from '#platforms/capabilities.ts'
import { pairFullAt, pairsSince } from './create-number-pace.ts'

/**
 * Message that waits to be sent. `reply_platform_id` is the platform's id of the message that it answers,
 * `retried_error_code` the error of the message that it retries.
 */
export type QueuedMessage = {
  id: string
  chat_id: string
  person_id: string
  recipient: string
  type: string
  text: string | null
  media: Record<string, unknown> | null
  content: unknown
  is_group: boolean
  reply_to_id: string | null
  reply_platform_id: string | null
  retried_error_code: string | null
  send_attempts: number
  is_test: boolean
  cause: string | null
}

const PAGE_ROWS = 500
const PAGES_MAX = 20
/** Most searches that one statement answers. */
const SEARCHES_MAX = 64

/**
 * A turn's search for due messages, which goes on where it stopped. `found` are the due messages that the last call returned, without those that were settled, `waiting`
 * the conversations whose oldest queued message has to wait, until `nextAt` at the earliest. `isAtEnd`: the last page was the last
 * of the queue.
 */
export type DueSearch = {
  after: string
  found: string[]
  waiting: Set<string>
  nextAt: Date | null
  isAtEnd: boolean
}

/** Creates the search for due messages of a new turn. */
export function createDueSearch(): DueSearch {
  return {
    after: '00000000-0000-0000-0000-000000000000',
    found: [],
    waiting: new Set(),
    nextAt: null,
    isAtEnd: false,
  }
}

/** A channel whose messages are searched, and how often its platform takes a message for one recipient; null: as often as it comes. */
export type SearchedChannel = { id: string; pairRate: PairRate | null }

/** Due messages by conversation. `pairs`: when each conversation of them has its whole allowance again, as `readPairs` returns it. */
export type DueMessages = {
  chats: QueuedMessage[][]
  pairs: Map<string, number>
  nextAt: Date | null
}

/** Finds due messages of a channel. */
export type DueFinder = (
  scope: Scope,
  channel: SearchedChannel,
  search: DueSearch,
) => Promise<DueMessages>

/**
 * Creates a function that finds the messages of a channel that may be sent now, by conversation and in order; about 500 at most. It skips a
 * conversation whose oldest queued message has to wait, so that nothing overtakes it. `nextAt` is the time of the first
 * of those messages, null when none waits.
 *
 * It reads the times of waiting messages once per turn, and whole rows only of due ones: while a platform cannot be reached, thousands may wait.
 * A message that is queued during the turn, or becomes due earlier, wakes the lane: then clear `isAtEnd`, or end the turn. Searches
 * of turns on any channels of a server share statements.
 */
export function createDueFinder(): DueFinder {
  const readPage = gatherReads('find_queued', readPages)
  const readAgain = gatherReads('find_queued_again', readFound)
  const readDue = gatherReads('read_due', readWhole)

  return async function find(scope, channel, search) {
    const now = scope.clock.now()
    // A message that had to wait is due now, before later ones of its conversation.
    if (search.nextAt && search.nextAt <= now) Object.assign(search, createDueSearch())
    const due: string[] = []
    const add = (rows: QueuedTime[]) => {
      for (const { id, chat_id: chatId, due_ms: dueMs } of rows) {
        if (search.waiting.has(chatId)) continue
        if (dueMs <= now.getTime()) due.push(id)
        else {
          search.waiting.add(chatId)
          const { nextAt } = search
          if (!nextAt || dueMs < nextAt.getTime()) search.nextAt = new Date(dueMs)
        }
      }
    }
    if (search.found.length > 0) add(await readAgain({ scope, channel, ids: search.found }))
    for (let page = 0; page < PAGES_MAX && due.length < PAGE_ROWS && !search.isAtEnd; page++) {
      const rows = await readPage({ scope, channel, after: search.after })
      add(rows)
      search.after = rows.at(-1)?.id ?? search.after
      search.isAtEnd = rows.length < PAGE_ROWS
    }
    search.found = due
    const rows = due.length > 0 ? await readDue({ scope, channel, ids: due }) : []
    // All were settled since their times were read.
    if (due.length > 0 && rows.length === 0) return find(scope, channel, search)
    const pairs = rows.flatMap(({ chat_id: chatId, full_at: fullAt }): [string, number][] =>
      fullAt === null ? [] : [[chatId, fullAt]],
    )
    const chats = Map.groupBy(rows, (message) => message.chat_id)
    return { chats: [...chats.values()], pairs: new Map(pairs), nextAt: search.nextAt }
  }
}

/** A part of a search, with the scope of its channel. */
type Asked<T> = T & { scope: Scope; channel: SearchedChannel }
/** A row, and the place of its search in the statement. */
type OfSearch<T> = T & { search: number }

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

/** A queued message, and when it may be sent, in ms since 1970. */
type QueuedTime = { id: string; chat_id: string; due_ms: number }
/** A due message. `full_at`: when its conversation has its whole allowance again, with the first of its messages. */
type DueMessage = QueuedMessage & { full_at: number | null }

const QUEUED_TIME = sql`asked.search, messages.id, messages.chat_id, (extract(epoch from messages.send_due_at) * 1000)::float8 as due_ms`

/** Reads a page of the queue of each channel. */
async function readPages(
  searches: Asked<{ after: string }>[],
  { db }: Scope,
): Promise<OfSearch<QueuedTime>[]> {
  const asked = bulkRows('asked', searches, {
    workspace_id: ['uuid', ({ scope }) => scope.workspaceId],
    channel_id: ['uuid', ({ channel }) => channel.id],
    search: ['integer', (_, search) => search],
    after: ['uuid', (each) => each.after],
  })
  const { rows } = await prepared<OfSearch<QueuedTime>>`
    select ${QUEUED_TIME}
    from ${asked}
    cross join lateral (
      select id, chat_id, send_due_at from messages
      where messages.workspace_id = asked.workspace_id and messages.channel_id = asked.channel_id
        and messages.id > asked.after and status = 'queued' and send_due_at is not null
      order by id
      limit ${sql.lit(PAGE_ROWS)}
    ) as messages
    order by messages.id`.execute(db)
  return rows
}

/** Reads those of messages that were found that are still queued, in order. */
async function readFound(
  searches: Asked<{ ids: string[] }>[],
  { db }: Scope,
): Promise<OfSearch<QueuedTime>[]> {
  const asked = foundRows(searches)
  const { rows } = await prepared<OfSearch<QueuedTime>>`
    select ${QUEUED_TIME}
    from ${asked}
    join messages on messages.workspace_id = asked.workspace_id and messages.id = asked.id
      and status = 'queued' and send_due_at is not null
    order by messages.id`.execute(db)
  return rows
}

/** Reads those of the messages that are still due, in order: another worker may have attempted one after its lease was lost. */
async function readWhole(
  searches: Asked<{ ids: string[] }>[],
  { clock, db }: Scope,
): Promise<OfSearch<DueMessage>[]> {
  const asked = foundRows(searches)
  const fullAt = pairFullAt({
    workspaceId: sql`due.workspace_id`,
    chatId: sql`due.chat_id`,
    everyMs: sql`due.every_ms`,
    since: sql`due.since`,
  })
  const { rows } = await prepared<OfSearch<DueMessage>>`
    select due.search, due.id, due.chat_id, due.person_id, chats.recipient, due.type, due.text, due.media, due.content,
      chats.is_group, due.reply_to_id, replied.platform_message_id as reply_platform_id,
      retried.error_code as retried_error_code, due.send_attempts, due.is_test, due.cause,
      case when due.nth = 1 then ${fullAt} end as full_at
    from (
      select asked.workspace_id, asked.search, asked.every_ms, asked.since, messages.id, messages.chat_id, messages.person_id,
        messages.type, messages.text, messages.media, messages.content, messages.reply_to_id, messages.retry_of_id,
        messages.send_attempts, messages.is_test, messages.cause,
        row_number() over (partition by asked.search, messages.chat_id order by messages.id) as nth
      from ${asked}
      join messages on messages.workspace_id = asked.workspace_id and messages.id = asked.id
      where messages.status = 'queued' and messages.send_due_at <= ${clock.now()}::timestamptz
    ) as due
    join chats on chats.workspace_id = due.workspace_id and chats.id = due.chat_id
    left join messages as replied on replied.workspace_id = due.workspace_id and replied.id = due.reply_to_id
    left join messages as retried on retried.workspace_id = due.workspace_id and retried.id = due.retry_of_id
    order by due.id`.execute(db)
  return rows
}

function foundRows(searches: Asked<{ ids: string[] }>[]) {
  const found = searches.flatMap((each, search) => each.ids.map((id) => ({ ...each, search, id })))
  return bulkRows('asked', found, {
    workspace_id: ['uuid', ({ scope }) => scope.workspaceId],
    search: ['integer', (each) => each.search],
    id: ['uuid', (each) => each.id],
    every_ms: ['float8', ({ channel }) => channel.pairRate?.everyMs ?? null],
    since: [
      'timestamptz',
      ({ scope, channel: { pairRate } }) => pairRate && pairsSince(scope.clock.now(), pairRate),
    ],
  })
}
