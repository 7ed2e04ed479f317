import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { chatEvents } from './chat-events.ts'
import type { ChatEvent } from './chat-events.ts'
import { recordChatChanges } from './record-chat-changes.ts'

/**
 * Unassigns up to `limit` conversations that are not closed from a member, in the caller's transaction, which records
 * the returned events.
 */
export async function unassignChats(
  tx: Scope,
  membershipId: string,
  limit: number,
): Promise<ChatEvent[]> {
  const chats = await selectFrom(tx, 'chats')
    .select('id')
    .where('assignee_id', '=', membershipId)
    .where('status', 'in', ['open', 'snoozed'])
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  if (chats.length === 0) return []
  const ids = chats.map(({ id }) => id)
  await updateTable(tx, 'chats')
    .set({ assignee_id: null, updated_at: sql`greatest(updated_at, ${tx.clock.now()})` })
    .where('id', 'in', ids)
    .execute()
  await recordChatChanges(
    tx,
    ids.map((chatId) => ({
      chatId,
      kind: 'assigned',
      data: { assignee_id: null, previous_assignee_id: membershipId },
    })),
  )
  return chatEvents(tx, 'conversation.updated', ids)
}
