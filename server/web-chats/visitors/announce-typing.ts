import { announceToWebApps, CUSTOMER_TYPING } from '#events/announce-to-web-apps.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './find-visited-chat.ts'

/** Shows agents that the visitor types, or no longer does, in the visitor's conversation if there is one. */
export async function announceTyping(
  { scope, channelId }: VisitedChat,
  { address }: VisitorSession,
  { is_typing }: { is_typing: boolean },
): Promise<void> {
  const chat = await scope.db
    .selectFrom('chats')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('channel_id', '=', channelId)
    .where('recipient', '=', address)
    .executeTakeFirst()
  if (!chat) return
  await announceToWebApps(
    scope,
    CUSTOMER_TYPING + JSON.stringify({ conversation_id: chat.id, is_typing }),
  )
}
