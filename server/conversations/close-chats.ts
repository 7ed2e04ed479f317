import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { chatEvents } from './chat-events.ts'
import type { ChatEvent } from './chat-events.ts'
import { moveChat } from './move-chat.ts'
import type { ChatState } from './move-chat.ts'
import { recordChatChanges } from './record-chat-changes.ts'
import { settleWaiting } from './settle-waiting.ts'

/**
 * Closes the conversations with a contact, except groups, and marks them as read. Returns the events of those that
 * changed, which the caller records at the end of its transaction. Locks: the conversations in id order.
 */
export async function closeChats(tx: Scope, personId: string): Promise<ChatEvent[]> {
  const { rows } = await sql<ChatState>`
    select id, status, snoozed_until, remind_if_unanswered, opened_at, closed_at, created_at, assignee_id from chats
    where workspace_id = ${tx.workspaceId} and person_id = ${personId} and not is_group
      and (status <> 'closed' or unread_count > 0)
    order by id for no key update`.execute(tx.db)
  if (rows.length === 0) return []
  const now = tx.clock.now()
  const ids = rows.map(({ id }) => id)
  await sql`
    update chats
    set status = 'closed', snoozed_until = null, remind_if_unanswered = false, closed_at = coalesce(closed_at, ${now}::timestamptz),
      unread_count = 0, updated_at = greatest(updated_at, ${now}::timestamptz)
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])`.execute(tx.db)
  await settleWaiting(tx, ids)
  const changes = rows.flatMap((row) => moveChat(row, { status: 'closed' }, now)?.change ?? [])
  await recordChatChanges(tx, changes, now)
  return chatEvents(tx, 'conversation.updated', ids)
}
