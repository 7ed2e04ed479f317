import { toPlatformId } from '#platforms/web_chat/write-payload.ts'
import type { WebChatFile } from '#platforms/web_chat/write-payload.ts'
import { selectFrom } from '#db/select-from.ts'
import { toSender } from './start-session.ts'
import { findOwnConversation } from './find-own-conversation.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import type { AcceptedMessage, PostMessageBody } from './schema.ts'
import type { VisitorPayloadStore } from './create-visitor-payload-store.ts'
import type { VisitorLimits } from './visitor-limits.ts'

/** A message of a visitor: a text, or a file with an optional caption. */
type NewMessage = Pick<PostMessageBody, 'id' | 'page_url'> & {
  text: string | null
  file?: WebChatFile
  language: string | undefined
}

/**
 * Stores a message of a visitor, and returns when it arrived. A repetition is stored once.
 *
 * @throws {AppError} rate_limited (too many new conversations of the web chat)
 */
export async function postMessage(
  chat: VisitedChat,
  { payloads: store, limits }: { payloads: VisitorPayloadStore; limits: VisitorLimits },
  session: VisitorSession,
  { id, text, page_url, file, language }: NewMessage,
): Promise<AcceptedMessage> {
  const at = chat.scope.clock.now()
  const known = await findAccepted(chat, session, id)
  if (known) return known
  const isUser = session.address.startsWith('user:')
  // The payload has the claims of the visitor only once.
  const isFirst = (await findOwnConversation(chat, session)) === undefined
  if (isFirst) limits.takeConversation(chat, session)
  // A repetition whose first message is not processed yet is stored too; it is recorded once.
  await store(chat, {
    kind: 'message',
    ...toSender({ ...session, phone: session.phone_e164 }),
    id,
    text: text?.toWellFormed() ?? null,
    ...(file && { file }),
    at: at.toISOString(),
    ...(isFirst && language !== undefined && { language }),
    ...(isFirst && !isUser && session.email !== null && { claimed_email: session.email }),
    ...(page_url !== undefined && isWebAddress(page_url) && { page_url }),
  })
  return { id, received_at: at }
}

/** Returns the message of the session with an id of the client, if it was processed already. */
export async function findAccepted(
  { scope, channelId }: VisitedChat,
  session: VisitorSession,
  id: string,
): Promise<AcceptedMessage | undefined> {
  const known = await selectFrom(scope, 'messages')
    .select('created_at')
    .where('channel_id', '=', channelId)
    .where('platform_message_id', '=', toPlatformId(session.address, id))
    .executeTakeFirst()
  return known && { id, received_at: known.created_at }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}
