import { sql } from 'kysely'
import { isUnhandled } from '#conversations/is-unhandled.ts'
import { lockNotifications } from '#conversations/lock-notifications.ts'
import { affectedRows } from '#db/affected-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Brings notifications up to date with conversations and tickets that were changed: a handled conversation leaves the lists of
 * all members, and one with another assignee moves. Assignments and reminders of members count as read once their conversation
 * or ticket is closed or another member's. Returns whether a list changed.
 */
export async function settleNotifications(
  tx: Scope,
  { chatIds, ticketIds }: { chatIds: string[]; ticketIds: string[] },
): Promise<boolean> {
  const conversations = chatIds.length > 0 ? await settleConversations(tx, chatIds) : 0
  const own =
    (chatIds.length > 0 ? await settleOwn(tx, 'chats', chatIds) : 0) +
    (ticketIds.length > 0 ? await settleOwn(tx, 'tickets', ticketIds) : 0)
  return conversations + own > 0
}

async function settleConversations(tx: Scope, ids: string[]): Promise<number> {
  const isOpen = isUnhandled(sql`entry.since_id`)
  const settled = await prepared`
    update conversation_notifications as entry set assignee_id = chats.assignee_id, is_open = ${isOpen}
    from chats
    where entry.workspace_id = ${tx.workspaceId}
      and entry.chat_id = any (${lockNotifications(tx.workspaceId, sql`${ids}::uuid[]`)})
      and chats.workspace_id = ${tx.workspaceId} and chats.id = entry.chat_id
      and (entry.assignee_id is distinct from chats.assignee_id or entry.is_open <> ${isOpen})`.execute(
    tx.db,
  )
  return affectedRows(settled)
}

/** Settles the rows of members. A locked one is being read. */
async function settleOwn(tx: Scope, table: 'chats' | 'tickets', ids: string[]): Promise<number> {
  const key = table === 'chats' ? sql`chat_id` : sql`ticket_id`
  const settled = await prepared`
    update notifications as item set read_at = ${tx.clock.now()}, mail_due_at = null
    from ${sql.table(table)} as subject
    where item.workspace_id = ${tx.workspaceId} and item.id = any (array(
        select id from notifications
        where workspace_id = ${tx.workspaceId} and ${key} = any (${ids}::uuid[]) and read_at is null
          and kind in ('assignment', 'message', 'reminder')
        for update skip locked
      ))
      and subject.workspace_id = ${tx.workspaceId} and subject.id = item.${key}
      and (subject.status in ('solved', 'closed') or (subject.assignee_id is distinct from item.membership_id
        and (subject.assignee_id is not null or item.kind = 'assignment')))`.execute(tx.db)
  return affectedRows(settled)
}
