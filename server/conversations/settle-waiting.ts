import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Ends the wait of the customers of closed conversations. In a reopened one that nobody answered, the customer waits since their last
 * message. Runs in the transaction that locked and moved the conversations.
 */
export async function settleWaiting(tx: Scope, chatIds: string[]): Promise<void> {
  if (chatIds.length === 0) return
  await prepared`
    update chat_activity as activity set waiting_since = settled.since
    from (
      select chats.id, case when chats.status <> 'closed' and chats.last_message_direction = 'inbound'
        then coalesce(held.waiting_since, chats.last_message_at) end as since
      from chats
      join chat_activity as held on held.workspace_id = ${tx.workspaceId} and held.chat_id = chats.id
      where chats.workspace_id = ${tx.workspaceId} and chats.id = any (${chatIds}::uuid[])
    ) as settled
    where activity.workspace_id = ${tx.workspaceId} and activity.chat_id = settled.id
      and activity.waiting_since is distinct from settled.since`.later(tx.db)
}
