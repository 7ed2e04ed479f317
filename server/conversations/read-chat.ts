import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { chatEvents } from './chat-events.ts'

/**
 * Marks a conversation as read, with `conversation.updated` if anything was unread; returns its id and its channel.
 *
 * @throws {AppError} conversation_not_found
 */
export async function readChat(
  scope: Scope,
  id: string,
): Promise<{ id: string; channelId: string }> {
  return transaction(scope, async (tx) => {
    const chat = await getById(tx, 'chats', id, 'change')
    if (chat.unread_count > 0) {
      await updateById(tx, 'chats', chat.id, { unread_count: 0 })
      await recordEvents(tx, await chatEvents(tx, 'conversation.updated', [chat.id]))
    }
    return { id: chat.id, channelId: chat.channel_id }
  })
}
