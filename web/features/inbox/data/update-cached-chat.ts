import type { LiveEvent } from '../../../lib/live.ts'
import { applyEventsToChat, applyEventsToList } from './apply-events.ts'
import { changeChat, changeLists } from './inbox-cache.ts'
import type { Chat } from './types.ts'

/** Conversations that mention the member according to an event; the conversation itself does not contain it. */
const mentioned = new Set<string>()

/** Remembers that a note in the conversation mentions the member, which the conversation does not contain. */
export function rememberMention(chatId: string): void {
  mentioned.add(chatId)
}

/** Applies a conversation's current state to every list that it belongs to. */
export function updateCachedChat(chat: Chat): void {
  const event: LiveEvent = { type: 'conversation.updated', data: chat, id: null }
  changeChat(chat.id, (known) => applyEventsToChat(known, [event]))
  changeLists((list, { filters, membershipId }) => {
    const isMention = filters.mentioned === true && mentioned.has(chat.id)
    const of = { filters: isMention ? {} : filters, membershipId }
    return applyEventsToList(list, [event], of).list
  })
}
