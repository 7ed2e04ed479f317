import { sql } from 'kysely'
import { addressesOf } from './find-session.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import type { ReceiptBody } from './schema.ts'
import { toSender } from './start-session.ts'
import type { VisitorPayloadStore } from './create-visitor-payload-store.ts'

/**
 * Stores that messages of the team up to one were delivered or read, in each conversation that the visitor sees and where that
 * is not known yet. A message of another visitor changes nothing.
 */
export async function recordReceipt(
  chat: VisitedChat,
  store: VisitorPayloadStore,
  session: VisitorSession,
  { status, message_id: id }: ReceiptBody,
): Promise<void> {
  const { scope, channelId } = chat
  const behind = status === 'read' ? ['sent', 'delivered'] : ['sent']
  const { workspaceId } = scope
  const { rows } = await sql<{ recipient: string; until: Date }>`
    select chats.recipient, named.created_at as until
    from messages as named
    join chats as own on own.workspace_id = ${workspaceId} and own.id = named.chat_id
    join chats on chats.workspace_id = ${workspaceId} and chats.channel_id = ${channelId}
      and chats.recipient = any (${addressesOf(session)}::text[])
    where named.workspace_id = ${workspaceId} and named.id = ${id} and named.direction = 'outbound'
      and own.channel_id = ${channelId} and own.recipient = any (${addressesOf(session)}::text[])
      and exists (
        select from messages as unread
        where unread.workspace_id = ${workspaceId} and unread.chat_id = chats.id
          and unread.direction = 'outbound' and unread.status = any (${behind}::text[])
          and unread.created_at <= named.created_at
      )`.execute(scope.db)
  for (const { recipient, until } of rows)
    await store(chat, {
      kind: 'receipt',
      ...toSender({ address: recipient, name: null, phone: null, email: null }),
      status,
      until: until.toISOString(),
      at: scope.clock.now().toISOString(),
    })
}
