import { sql } from 'kysely'
import { isUnhandled } from '#conversations/is-unhandled.ts'
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
  changed: { chatIds: string[]; ticketIds: string[] },
): Promise<boolean> {
  const { workspaceId } = tx
  const results = [
    changed.chatIds.length > 0 &&
      prepared`
        update conversation_notifications as entry
        set assignee_id = chats.assignee_id, is_open = ${isUnhandled(sql`entry.since_id`)}
        from chats
        where entry.workspace_id = ${workspaceId} and entry.chat_id = any (${changed.chatIds}::uuid[])
          and chats.workspace_id = ${workspaceId} and chats.id = entry.chat_id
          and (entry.assignee_id is distinct from chats.assignee_id or entry.is_open <> ${isUnhandled(sql`entry.since_id`)})`,
    changed.chatIds.length > 0 &&
      prepared`
        update notifications as item set read_at = ${tx.clock.now()}, mail_due_at = null
        from chats
        where item.workspace_id = ${workspaceId} and item.chat_id = any (${changed.chatIds}::uuid[])
          and item.read_at is null and item.kind in ('assignment', 'message', 'reminder')
          and chats.workspace_id = ${workspaceId} and chats.id = item.chat_id
          and (chats.status = 'closed' or (chats.assignee_id is distinct from item.membership_id
            and (chats.assignee_id is not null or item.kind = 'assignment')))`,
    changed.ticketIds.length > 0 &&
      prepared`
        update notifications as item set read_at = ${tx.clock.now()}, mail_due_at = null
        from tickets
        where item.workspace_id = ${workspaceId} and item.ticket_id = any (${changed.ticketIds}::uuid[])
          and item.read_at is null and item.kind in ('assignment', 'reminder')
          and tickets.workspace_id = ${workspaceId} and tickets.id = item.ticket_id
          and (tickets.status in ('solved', 'closed') or (tickets.assignee_id is distinct from item.membership_id
            and (tickets.assignee_id is not null or item.kind = 'assignment')))`,
  ]
  let count = 0
  for (const statement of results)
    if (statement) count += affectedRows(await statement.execute(tx.db))
  return count > 0
}
