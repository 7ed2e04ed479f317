import { Type } from 'typebox'
import type { Static } from 'typebox'
import { decryptAccessToken } from '#channels/access-token.ts'
import { adviseCloudError } from '#channels/cloud-api-errors.ts'
import type { CloudApi } from '#channels/cloud-api.ts'
import type { Scope } from '#context.ts'
import { readChat } from '#conversations/read-chat.ts'
import { Id, nullable } from '#lib/schemas.ts'

/** The result of marking a conversation as read or showing a typing indicator. */
export const ReadReceipt = Type.Object(
  {
    conversation_id: Id,
    message_id: nullable(Id),
    unread_count: Type.Integer(),
    told: Type.Boolean({ description: 'Whether the platform accepted the read receipt.' }),
    error: nullable(
      Type.Object({ code: Type.String(), message: Type.String(), advice: Type.String() }),
    ),
  },
  { title: 'ReadReceipt' },
)

/** The result of marking a conversation as read or showing a typing indicator. */
export type ReadReceipt = Static<typeof ReadReceipt>

/**
 * Marks a conversation as read and sends the customer a read receipt; with `isTyping` also a typing indicator, which
 * the platform shows for 25 seconds or until the next message. If the platform rejects it, the conversation is still
 * marked as read here.
 *
 * Call it without an open transaction, because it waits for the platform. @throws {AppError} conversation_not_found
 */
export async function markReadOnPlatform(
  scope: Scope,
  api: CloudApi,
  conversationId: string,
  { isTyping }: { isTyping: boolean },
): Promise<ReadReceipt> {
  const chat = await readChat(scope, conversationId)
  const message = await scope.db
    .selectFrom('messages')
    .select(['id', 'platform_message_id'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', chat.id)
    .where('direction', '=', 'inbound')
    .where('platform_message_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const read = message && { platformMessageId: message.platform_message_id!, isTyping }
  const error = read
    ? await sendReadReceipt(scope, api, chat.channelId, read)
    : { code: 'nothing_received', message: 'The customer has not written here yet.' }
  return {
    conversation_id: chat.id,
    message_id: message?.id ?? null,
    unread_count: 0,
    told: error === undefined,
    error: error ? { ...error, advice: adviseCloudError(error.code) } : null,
  }
}

async function sendReadReceipt(
  scope: Scope,
  api: CloudApi,
  channelId: string,
  read: { platformMessageId: string; isTyping: boolean },
): Promise<{ code: string; message: string } | undefined> {
  const channel = await scope.db
    .selectFrom('channels')
    .select(['type', 'account', 'access_token'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow()
  if (channel.type !== 'whatsapp' || !channel.access_token)
    return { code: 'channel_not_connected', message: 'The channel cannot send.' }
  const accessToken = decryptAccessToken(scope, channelId, channel.access_token)
  const outcome = await api.markRead({ account: channel.account, accessToken }, read)
  return outcome.kind === 'accepted' ? undefined : outcome.error
}
