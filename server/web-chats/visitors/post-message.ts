import { toPlatformId } from '#platforms/web_chat/payload.ts'
import { toSender } from './start-session.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './find-visited-chat.ts'
import type { PostMessageBody } from './schema.ts'
import type { VisitorPayloadStore } from './store-visitor-payload.ts'

/** Stores a message of a visitor, and returns when it arrived. A repetition is stored once. */
export async function postMessage(
  chat: VisitedChat,
  store: VisitorPayloadStore,
  session: VisitorSession,
  { id, text, page_url }: PostMessageBody,
): Promise<{ id: string; received_at: Date }> {
  const { scope, channelId } = chat
  const at = scope.clock.now()
  const known = await scope.db
    .selectFrom('messages')
    .select('created_at')
    .where('workspace_id', '=', scope.workspaceId)
    .where('channel_id', '=', channelId)
    .where('platform_message_id', '=', toPlatformId(session.address, id))
    .executeTakeFirst()
  if (known) return { id, received_at: known.created_at }
  const isUser = session.address.startsWith('user:')
  const isFirst = await isNewConversation(chat, session)
  // A repetition whose first message is not processed yet is stored too; it is recorded once.
  await store(chat, {
    kind: 'message',
    ...toSender({ ...session, phone: session.phone_e164 }),
    id,
    text: text.toWellFormed(),
    at: at.toISOString(),
    ...(isFirst && !isUser && session.email !== null && { claimed_email: session.email }),
    ...(page_url !== undefined && isWebAddress(page_url) && { page_url }),
  })
  return { id, received_at: at }
}

/** Returns whether the visitor has no conversation yet: what the visitor claims is said once. */
async function isNewConversation(
  { scope, channelId }: VisitedChat,
  { address }: VisitorSession,
): Promise<boolean> {
  const found = await scope.db
    .selectFrom('chats')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('channel_id', '=', channelId)
    .where('recipient', '=', address)
    .executeTakeFirst()
  return found === undefined
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}
