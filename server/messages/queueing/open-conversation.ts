import { matchPerson } from '#contacts/match-person.ts'
import { toPerson } from '#contacts/schema.ts'
import type { Scope } from '#context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { openChat } from '#conversations/open-chat.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { findChannelTypes, findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { PendingEvent } from '../receiving/platform-message.ts'
import type { Send } from './read-send-input.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/**
 * Opens the conversation with the phone of `send`: matches or creates its contact, and creates the conversation.
 * Runs in the caller's transaction, which records `events`.
 *
 * @throws {AppError} channel_not_found, channel_not_connected, validation_failed
 */
export async function openConversation(
  tx: Scope,
  send: Send,
): Promise<{ target: ResolvedTarget; events: PendingEvent[] }> {
  const channel = await chooseChannel(tx, send.open!.channelId)
  const channelId = channel.id
  const { recipient, identity } = addressPhone(channel.type, send.phoneE164!)
  const { person, isFilled } = await matchPerson(tx, {
    phoneE164: send.phoneE164!,
    identities: [identity],
    source: 'api',
  })
  const { chat, created } = await openChat(tx, { channelId, personId: person.id, recipient })
  return {
    target: {
      chatId: chat.id,
      personId: chat.person_id,
      channelId,
      matchedBy: created ? 'opened' : 'phone_e164',
      windowExpiresAt: chat.window_expires_at,
      isBlocked: person.blocked_at !== null,
    },
    events: [
      ...(isFilled ? [{ type: 'contact.updated' as const, data: toPerson(person) }] : []),
      ...(await chatEvents(tx, 'conversation.created', created ? [chat.id] : [])),
    ],
  }
}

function addressPhone(type: ChannelType, phoneE164: string) {
  const platform = findPlatform(type)
  if (!platform.addressPhone) throw new Error(`Channels of type ${type} cannot be opened by phone.`)
  return platform.addressPhone(phoneE164)
}

/** Returns the named channel, or the only one that can send to phone numbers. */
async function chooseChannel(
  tx: Scope,
  named: string | undefined,
): Promise<{ id: string; type: ChannelType }> {
  const types = findChannelTypes(({ capabilities }) => capabilities.opensByPhone)
  const channels = await tx.db
    .selectFrom('channels')
    .select(['id', 'type', 'access_token'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('type', 'in', types)
    .execute()
  if (named !== undefined) {
    const channel = channels.find(({ id }) => id === named)
    if (channel) return channel
    throw new AppError(
      'channel_not_found',
      `There is no WhatsApp channel ${named} in this workspace.`,
    )
  }
  const ready = channels.filter((channel) => channel.access_token !== null)
  if (ready.length === 1) return ready[0]!
  if (ready.length === 0)
    throw new AppError(
      'channel_not_connected',
      'The workspace has no WhatsApp channel that can send.',
    )
  throw fieldError(
    'validation_failed',
    'channel_id',
    'is required because the workspace has several channels',
  )
}
