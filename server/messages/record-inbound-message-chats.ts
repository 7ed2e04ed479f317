import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '../context.ts'
import type { Messages } from '../db/types.ts'

/** How long free-form messages may be sent after a customer's message. Source: Cloud API, "Customer service windows". */
const WINDOW_MS = 24 * 3_600_000

type Recorded = { row: Selectable<Messages>; opensWindow: boolean }

/**
 * Brings the chats of newly recorded messages up to date: last message, unread count, window, open again. Messages
 * stand in the order of their times; one older than the chat's last leaves that in place.
 */
export async function touchChats(tx: Scope, recorded: Recorded[]): Promise<void> {
  const chats = new Map<
    string,
    { count: number; last: Selectable<Messages>; windowExpiresAt: Date | null }
  >()
  for (const { row, opensWindow } of recorded) {
    const before = chats.get(row.chat_id)
    chats.set(row.chat_id, {
      count: (before?.count ?? 0) + 1,
      last: row,
      windowExpiresAt: opensWindow
        ? new Date(row.created_at.getTime() + WINDOW_MS)
        : (before?.windowExpiresAt ?? null),
    })
  }
  const touched = [...chats]
  if (touched.length === 0) return
  await sql`
    with given as (
      select * from unnest(
        ${touched.map(([id]) => id)}::uuid[],
        ${touched.map(([, chat]) => chat.count)}::integer[],
        ${touched.map(([, chat]) => chat.last.id)}::uuid[],
        ${touched.map(([, chat]) => chat.last.text)}::text[],
        ${touched.map(([, chat]) => chat.last.created_at)}::timestamptz[],
        ${touched.map(([, chat]) => chat.windowExpiresAt)}::timestamptz[]
      ) as given (chat_id, count, last_id, last_text, last_at, window_expires_at)
    ), newer as (
      select chat_id from given
      join chats on chats.workspace_id = ${tx.workspaceId} and chats.id = chat_id
      where last_message_at is null or last_at >= last_message_at
    ), touched as (
      update chats
      set unread_count = unread_count + given.count,
        status = 'open',
        last_message_id = case when is_newer then given.last_id else last_message_id end,
        last_message_direction = case when is_newer then 'inbound' else last_message_direction end,
        last_message_text = case when is_newer then given.last_text else last_message_text end,
        last_message_at = greatest(last_message_at, given.last_at),
        window_expires_at = greatest(chats.window_expires_at, given.window_expires_at),
        updated_at = ${tx.clock.now()}::timestamptz
      from (select *, chat_id in (select chat_id from newer) as is_newer from given) as given
      where chats.workspace_id = ${tx.workspaceId} and chats.id = given.chat_id
      returning chats.id, last_message_at
    )
    update chat_activity set activity_at = touched.last_message_at
    from touched
    where chat_activity.workspace_id = ${tx.workspaceId} and chat_id = touched.id`.execute(tx.db)
}
