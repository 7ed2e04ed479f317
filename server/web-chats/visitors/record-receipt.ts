import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './find-visited-chat.ts'
import type { ReceiptBody } from './schema.ts'
import { toSender } from './start-session.ts'
import type { VisitorPayloadStore } from './store-visitor-payload.ts'

/** Stores that messages of the team up to one were delivered or read, unless that is known or it is of another visitor. */
export async function recordReceipt(
  chat: VisitedChat,
  store: VisitorPayloadStore,
  session: VisitorSession,
  { status, message_id: id }: ReceiptBody,
): Promise<void> {
  const { scope, channelId } = chat
  const behind = status === 'read' ? (['sent', 'delivered'] as const) : (['sent'] as const)
  const message = await scope.db
    .selectFrom('messages')
    .innerJoin('chats', (join) =>
      join
        .onRef('chats.id', '=', 'messages.chat_id')
        .on('chats.workspace_id', '=', scope.workspaceId),
    )
    .select('messages.created_at')
    .where('messages.workspace_id', '=', scope.workspaceId)
    .where('messages.id', '=', id)
    .where('messages.direction', '=', 'outbound')
    .where('messages.status', 'in', behind)
    .where('chats.channel_id', '=', channelId)
    .where('chats.recipient', '=', session.address)
    .executeTakeFirst()
  if (!message) return
  await store(chat, {
    kind: 'receipt',
    ...toSender({ ...session, name: null, phone: null, email: null }),
    status,
    until: message.created_at.toISOString(),
    at: scope.clock.now().toISOString(),
  })
}
