import { sql } from 'kysely'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
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
  /** With which version of the holder a bot's message was accepted; null for those of others. */
  holder_version: number | null
  cause: string | null
}

/** A channel whose messages are searched, and how often its platform takes a message for one recipient; null: as often as it comes. */
export type SearchedChannel = { id: string; pairRate: PairRate | null }

/** A part of a search, with the scope of its channel. */
export type Asked<T> = T & { scope: Scope; channel: SearchedChannel }
/** A row, and the place of its search in the statement. */
export type OfSearch<T> = T & { search: number }

/** Most messages of a page of a queue. */
export const PAGE_ROWS = 500

/** A queued message, and when it may be sent, in ms since 1970. */
export type QueuedTime = { id: string; chat_id: string; due_ms: number }
/** A due message. `full_at`: when its conversation has its whole allowance again, with the first of its messages. */
type DueMessage = QueuedMessage & { full_at: number | null }

const QUEUED_TIME = sql`asked.search, messages.id, messages.chat_id, (extract(epoch from messages.send_due_at) * 1000)::float8 as due_ms`

/** Reads a page of the queue of each channel. */
export async function readQueued(
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
export async function readFound(
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
export async function readWhole(
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
      retried.error_code as retried_error_code, due.send_attempts, due.is_test, due.holder_version, due.cause,
      case when due.nth = 1 then ${fullAt} end as full_at
    from (
      select asked.workspace_id, asked.search, asked.every_ms, asked.since, messages.id, messages.chat_id, messages.person_id,
        messages.type, messages.text, messages.media, messages.content, messages.reply_to_id, messages.retry_of_id,
        messages.send_attempts, messages.is_test, messages.holder_version, messages.cause,
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
