import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Ends the wait of the customers of closed conversations. In a reopened one that nobody answered, the customer waits since their last
 * message. Runs in the transaction that locked and moved the conversations.
 */
export async function settleWaiting(tx: Scope, chatIds: string[]): Promise<void> {
  if (chatIds.length === 0) return
  const since = sql`case
    when chats.status = 'closed' then null
    when chats.last_message_direction = 'inbound' then coalesce(activity.waiting_since, chats.last_message_at)
    when chats.last_message_id = chats.automatic_reply_id
      then coalesce(activity.waiting_since, chats.customer_wrote_at, chats.last_message_at)
  end`
  await prepared`
    update chat_activity as activity set waiting_since = ${since}
    from chats
    where chats.workspace_id = ${tx.workspaceId} and chats.id = any (${chatIds}::uuid[])
      and activity.workspace_id = ${tx.workspaceId} and activity.chat_id = chats.id
      and activity.waiting_since is distinct from ${since}`.later(tx.db)
}
