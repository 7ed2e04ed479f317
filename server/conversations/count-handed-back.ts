import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { holderAt } from './holder-at.ts'

/**
 * Makes conversations that came back from another app unread if the customer wrote last, unless another app holds them
 * again. Those of blocked contacts stay read. The caller has locked the conversations.
 */
export async function countHandedBack(tx: Scope, chatIds: string[]): Promise<void> {
  if (chatIds.length === 0) return
  await sql`
    update chats set unread_count = 1
    from messages, people
    where chats.workspace_id = ${tx.workspaceId} and chats.id = any (${chatIds}::uuid[]) and unread_count = 0
      and coalesce(${holderAt(tx.clock.now())}, 'workspace') = 'workspace'
      and messages.workspace_id = ${tx.workspaceId} and messages.id = chats.last_message_id
      and messages.direction = 'inbound'
      and people.workspace_id = ${tx.workspaceId} and people.id = chats.person_id
      and people.blocked_at is null`.execute(tx.db)
}
