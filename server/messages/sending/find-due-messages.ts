import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

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

/**
 * A turn's search for due messages, which goes on where it stopped. `found` are the due messages that the last call returned, without those that were settled, `waiting`
 * the conversations whose oldest queued message has to wait, until `nextAt` at the earliest.
 */
type DueSearch = { after: string; found: string[]; waiting: Set<string>; nextAt: Date | null }

/** Creates the search for due messages of a new turn. */
export function createDueSearch(): DueSearch {
  return {
    after: '00000000-0000-0000-0000-000000000000',
    found: [],
    waiting: new Set(),
    nextAt: null,
  }
}

/**
 * Finds the messages of a channel that may be sent now, by conversation and in order; about 500 at most. Skips a
 * conversation whose oldest queued message has to wait, so that nothing overtakes it. `nextAt` is the time of the first
 * of those messages, null when none waits.
 *
 * Reads the times of waiting messages once per turn, and whole rows only of due ones: while a platform cannot be reached, thousands may wait.
 * A message that is queued during the turn, or becomes due earlier, wakes the lane: its next turn reads it.
 */
export async function findDueMessages(
  scope: Scope,
  channelId: string,
  search: DueSearch,
): Promise<{ chats: QueuedMessage[][]; nextAt: Date | null }> {
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
  if (search.found.length > 0) add(await readTimes(scope, search.found))
  for (let page = 0; page < PAGES_MAX && due.length < PAGE_ROWS; page++) {
    const rows = await readPage(scope, channelId, search.after)
    add(rows)
    search.after = rows.at(-1)?.id ?? search.after
    if (rows.length < PAGE_ROWS) break
  }
  search.found = due
  const messages = due.length > 0 ? await readDue(scope, due) : []
  // All were settled since their times were read.
  if (due.length > 0 && messages.length === 0) return findDueMessages(scope, channelId, search)
  const chats = Map.groupBy(messages, (message) => message.chat_id)
  return { chats: [...chats.values()], nextAt: search.nextAt }
}

/** A queued message, and when it may be sent, in ms since 1970. */
type QueuedTime = { id: string; chat_id: string; due_ms: number }

const QUEUED_TIME = sql`id, chat_id, (extract(epoch from send_due_at) * 1000)::float8 as due_ms`

/** Reads those of the messages that are still queued, in order. */
async function readTimes(scope: Scope, ids: string[]): Promise<QueuedTime[]> {
  const { rows } = await prepared<QueuedTime>`
    select ${QUEUED_TIME} from messages
    where workspace_id = ${scope.workspaceId} and id = any (${ids}::uuid[])
      and status = 'queued' and send_due_at is not null
    order by id`.execute(scope.db)
  return rows
}

async function readPage(scope: Scope, channelId: string, after: string): Promise<QueuedTime[]> {
  const { rows } = await prepared<QueuedTime>`
    select ${QUEUED_TIME} from messages
    where workspace_id = ${scope.workspaceId} and channel_id = ${channelId} and id > ${after}
      and status = 'queued' and send_due_at is not null
    order by id
    limit ${sql.lit(PAGE_ROWS)}`.execute(scope.db)
  return rows
}

/** Reads those of the messages that are still due: another worker may have attempted one after its lease was lost. */
async function readDue(scope: Scope, ids: string[]): Promise<QueuedMessage[]> {
  const { rows } = await prepared<QueuedMessage>`
    select messages.id, messages.chat_id, messages.person_id, recipient, messages.type, messages.text,
      messages.media, messages.content, is_group, messages.reply_to_id,
      replied.platform_message_id as reply_platform_id, retried.error_code as retried_error_code,
      messages.send_attempts, messages.is_test, messages.cause
    from messages
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = messages.chat_id
    left join messages as replied
      on replied.workspace_id = ${scope.workspaceId} and replied.id = messages.reply_to_id
    left join messages as retried
      on retried.workspace_id = ${scope.workspaceId} and retried.id = messages.retry_of_id
    where messages.workspace_id = ${scope.workspaceId} and messages.id = any (${ids}::uuid[])
      and messages.status = 'queued' and messages.send_due_at <= ${scope.clock.now()}
    order by messages.id`.execute(scope.db)
  return rows
}
