import { Type } from 'typebox'
import type { Static } from 'typebox'
import { decryptAccessToken } from '#channels/encrypt-access-token.ts'
import { checkTestKeyInChat } from '#channels/is-test-key.ts'
import type { Scope } from '#db/context.ts'
import { readChat } from '#conversations/read-chat.ts'
import { announceToVisitors } from '#events/announce-to-visitors.ts'
import { Id, nullable, titled } from '#lib/schemas.ts'
import { adviseError } from '#platforms/advise-error.ts'
import type { PlatformClient } from '#platforms/platform-client.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { SendError } from '#platforms/send-outcome.ts'
import { findById } from '#db/find-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { present } from '#lib/present.ts'

/** The result of marking a conversation as read or showing a typing indicator. */
export const ReadReceipt = titled('ReadReceipt', {
  conversation_id: Id,
  message_id: nullable(Id),
  unread_count: Type.Integer(),
  told: Type.Boolean({ description: 'Whether the platform accepted the read receipt.' }),
  error: nullable(
    Type.Object({ code: Type.String(), message: Type.String(), advice: Type.String() }),
  ),
})

/** The result of marking a conversation as read or showing a typing indicator. */
export type ReadReceipt = Static<typeof ReadReceipt>

/**
 * Marks a conversation as read and sends the customer a read receipt; with `isTyping` also a typing indicator, which
 * the platform shows for 25 seconds or until the next message. If the platform rejects it, the conversation is still
 * marked as read here.
 *
 * Call it without an open transaction, because it waits for the platform. @throws {AppError} conversation_not_found,
 * live_key_required
 */
export async function markReadOnPlatform(
  scope: Scope,
  clients: PlatformClients,
  conversationId: string,
  { isTyping }: { isTyping: boolean },
): Promise<ReadReceipt> {
  await checkTestKeyInChat(scope, conversationId)
  const chat = await readChat(scope, conversationId)
  const message = await selectFrom(scope, 'messages')
    .select(['id', 'platform_message_id'])
    .where('chat_id', '=', chat.id)
    .where('direction', '=', 'inbound')
    .where('platform_message_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const channel = present(await findById(scope, 'channels', chat.channelId))
  const { type, account, access_token: token } = channel
  const { capabilities, errors } = findPlatform(type)
  // Visitors see it in the widget. Parley does not show them that a message was read.
  if (capabilities.isHosted && isTyping) await announceToVisitors(scope, chat.id)
  const error =
    capabilities.isHosted && isTyping
      ? undefined
      : message
        ? await sendReadReceipt(
            scope,
            clients.of(type),
            { id: chat.channelId, account, token },
            {
              platformMessageId: message.platform_message_id!,
              isTyping,
            },
          )
        : { code: 'nothing_received', message: 'The customer has not written here yet.' }
  return {
    conversation_id: chat.id,
    message_id: message?.id ?? null,
    unread_count: 0,
    told: error === undefined,
    error: error ? { ...error, advice: adviseError(errors, error.code, { isFinal: true }) } : null,
  }
}

async function sendReadReceipt(
  scope: Scope,
  { markRead }: PlatformClient,
  channel: { id: string; account: string; token: Buffer | null },
  read: { platformMessageId: string; isTyping: boolean },
): Promise<SendError | undefined> {
  if (!markRead || !channel.token)
    return { code: 'channel_not_connected', message: 'The channel cannot send.' }
  const accessToken = decryptAccessToken(scope, channel.id, channel.token)
  const outcome = await markRead({ account: channel.account, accessToken }, read)
  return outcome.kind === 'accepted' ? undefined : outcome.error
}
