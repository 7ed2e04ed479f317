import { decryptAccessToken } from '#channels/encrypt-access-token.ts'
import { checkTestKeyInChat } from '#channels/is-test-key.ts'
import type { Scope } from '#db/context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { getChat } from '#conversations/get-chat.ts'
import { recordHandovers } from '#conversations/record-handovers.ts'
import type { Chat } from '#conversations/schema.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { AppError } from '#lib/errors.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'

/**
 * Takes over a conversation that another app holds at the platform, or releases it, and returns it as it is now. The
 * platform decides; when it refuses, nothing changes. Taking over a conversation that we hold changes nothing.
 *
 * Call it without an open transaction, because it waits for the platform. @throws {AppError} conversation_not_found, live_key_required,
 * handover_not_supported, conversation_not_held, channel_not_connected, platform_refused, platform_unavailable
 */
export async function controlThread(
  scope: Scope,
  clients: PlatformClients,
  conversationId: string,
  action: 'take' | 'release',
): Promise<Chat> {
  await checkTestKeyInChat(scope, conversationId)
  const chat = await getChat(scope, conversationId)
  const channel = await scope.db
    .selectFrom('channels')
    .innerJoin('chats', (join) =>
      join
        .on('chats.workspace_id', '=', scope.workspaceId)
        .onRef('chats.channel_id', '=', 'channels.id'),
    )
    .select(['channels.id', 'channels.type', 'channels.account', 'access_token', 'recipient'])
    .where('channels.workspace_id', '=', scope.workspaceId)
    .where('chats.id', '=', chat.id)
    .executeTakeFirstOrThrow()
  const { controlThread: ask } = clients.of(channel.type)
  if (!ask || chat.group)
    throw new AppError(
      'handover_not_supported',
      chat.group
        ? 'Group conversations are not handed over.'
        : `Conversations on ${CHANNEL_NAMES[channel.type]} cannot be handed over from here.`,
    )
  if (action === 'take' && chat.holder?.type === 'workspace') return chat
  if (action === 'release' && chat.holder && chat.holder.type !== 'workspace')
    throw new AppError(
      'conversation_not_held',
      'Another app holds the conversation. Only its holder can release it.',
    )
  if (!channel.access_token)
    throw new AppError('channel_not_connected', 'The channel has no access token.')
  const accessToken = decryptAccessToken(scope, channel.id, channel.access_token)
  const outcome = await ask(
    { account: channel.account, accessToken },
    { recipient: channel.recipient, action },
  )
  if (outcome.kind !== 'accepted') {
    const { code, message } = outcome.error
    const isRefusal = outcome.kind === 'rejected' || outcome.kind === 'stop'
    throw new AppError(
      isRefusal ? 'platform_refused' : 'platform_unavailable',
      `${message} (${code})`,
    )
  }
  return transaction(scope, async (tx) => {
    await recordHandovers(tx, [
      {
        chatId: chat.id,
        holder: action === 'take' ? 'workspace' : null,
        at: tx.clock.now(),
        cause: action === 'take' ? 'taken_over' : 'released',
      },
    ])
    const events = await chatEvents(tx, 'conversation.updated', [chat.id])
    await recordEvents(tx, events)
    return events[0]!.data
  })
}
