import type { FollowedEvent } from '#followers/read-followed-events.ts'
import type { Chat } from '#conversations/schema.ts'

/** A conversation that events are about, and how it was at each of them that says so. */
export type Touch = {
  chatId: string
  snapshots: { at: Date; chat: Pick<Chat, 'team_id' | 'channel' | 'tags'> }[]
}

/** Gathers what events say about each conversation. */
export function gatherTouches(events: readonly FollowedEvent[]): Touch[] {
  const touches = new Map<string, Touch>()
  for (const { type, body, created_at: at } of events) {
    const { data } = JSON.parse(body) as { data: Chat & { conversation_id?: string } }
    const isChat = type === 'conversation.created' || type === 'conversation.updated'
    const chatId = isChat ? data.id : data.conversation_id!
    const touch = touches.get(chatId) ?? { chatId, snapshots: [] }
    if (isChat && data.status !== 'closed') touch.snapshots.push({ at, chat: data })
    touches.set(chatId, touch)
  }
  return [...touches.values()]
}
