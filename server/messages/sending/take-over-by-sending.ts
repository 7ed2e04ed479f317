import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import type { ChatEvent } from '#conversations/chat-events.ts'
import { recordHandovers } from '#conversations/record-handovers.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { SendAttempt } from './send-attempt.ts'

/**
 * Records that messages which the platform accepted took over their conversations from another app, on platforms where
 * sending does so. Templates do not. Returns the events of these conversations.
 *
 * Runs in the caller's transaction, before it locks messages. Locks: the conversations, in id order.
 */
export async function takeOverBySending(
  tx: Scope,
  type: ChannelType,
  attempts: SendAttempt[],
): Promise<ChatEvent[]> {
  if (!findPlatform(type).capabilities.threadControl?.sendingTakesOver) return []
  const accepted = attempts.filter(({ outcome }) => outcome.kind === 'accepted')
  if (accepted.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from chats
    where workspace_id = ${tx.workspaceId} and holder = 'other' and id in (
      select chat_id from messages
      where messages.workspace_id = ${tx.workspaceId}
        and messages.id = any (${accepted.map(({ messageId }) => messageId)}::uuid[])
        and messages.type <> 'template'
    )
    order by id for no key update`.execute(tx.db)
  if (rows.length === 0) return []
  const at = tx.clock.now()
  const changed = await recordHandovers(
    tx,
    rows.map(({ id }) => ({
      chatId: id,
      holder: 'workspace' as const,
      at,
      cause: 'message' as const,
    })),
  )
  return chatEvents(tx, 'conversation.updated', changed)
}
