import { announceToWebApps, CUSTOMER_TYPING } from '#events/announce-to-web-apps.ts'
import { findOwnConversation } from './find-own-conversation.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'

/** Shows agents that the visitor types, or no longer does, in the visitor's conversation if there is one. */
export async function announceTyping(
  visited: VisitedChat,
  session: VisitorSession,
  { is_typing }: { is_typing: boolean },
): Promise<void> {
  const conversation_id = await findOwnConversation(visited, session)
  if (conversation_id === undefined) return
  await announceToWebApps(
    visited.scope,
    CUSTOMER_TYPING + JSON.stringify({ conversation_id, is_typing }),
  )
}
