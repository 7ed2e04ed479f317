import type { Scope } from '#db/context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { recordHandovers } from '#conversations/record-handovers.ts'
import type { Handover } from '#platforms/item.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { NewEvent } from '#events/new-event.ts'
import { matchConversations, conversationKey } from './match-conversations.ts'

/** A handover that a platform reports, with its channel. */
export type PlatformHandover = {
  channelId: string
  channelType: ChannelType
  handover: Handover
  at: Date
}

/** Platforms report seconds: a handover counts as later than the messages of its second. */
const AFTER_MESSAGES_MS = 1

/**
 * Records handovers that platforms report, in their conversations; a conversation that is not known yet is created.
 *
 * Runs in the caller's transaction, which records `events` at its end. Locks: contacts, then conversations.
 */
export async function recordPlatformHandovers(
  tx: Scope,
  inputs: PlatformHandover[],
): Promise<NewEvent[]> {
  if (inputs.length === 0) return []
  const placed = inputs.map((input) => ({
    ...input,
    customer: input.handover.of,
    groupId: undefined,
    direction: 'outbound' as const,
    origin: null,
    referral: undefined,
  }))
  const { conversations, createdChats, filledPeople } = await matchConversations(tx, placed)
  const changed = await recordHandovers(
    tx,
    placed.map(({ handover: { of: _of, ...handover }, at, ...input }) => ({
      ...handover,
      chatId: conversations.get(conversationKey({ ...input, at }))!.chatId,
      at: new Date(Math.floor(at.getTime() / 1000) * 1000 + AFTER_MESSAGES_MS),
      cause: 'platform' as const,
    })),
  )
  return [
    ...filledPeople.map((data) => ({ type: 'contact.updated' as const, data })),
    ...(await chatEvents(tx, 'conversation.created', createdChats)),
    ...(await chatEvents(
      tx,
      'conversation.updated',
      [
        ...new Set([
          ...changed,
          ...placed.map((each) => conversations.get(conversationKey(each))!.chatId),
        ]),
      ].filter((id) => !createdChats.includes(id)),
    )),
  ]
}
