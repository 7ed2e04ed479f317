import type { LiveEvent } from '../../../lib/live.ts'
import { applyChanges } from './chat-list.ts'
import type { ChatList } from './chat-list.ts'
import { belongsTo } from './filters.ts'
import type { ChatFilters } from './filters.ts'
import { withPendingChanges } from '../../../lib/pending-changes.ts'
import { applyToThread } from './thread.ts'
import type { Thread } from './thread.ts'
import { toListChanges, toThreadChanges } from './to-changes.ts'
import type { Chat } from './types.ts'

/** Returns a list after `events`, and the ids of conversations that must be read again (`unsure`). */
export function applyEventsToList(
  list: ChatList,
  events: readonly LiveEvent[],
  of: { filters: ChatFilters; membershipId: string },
  known?: (id: string) => Chat | undefined,
): { list: ChatList; unsure: string[] } {
  const changes = toListChanges(events).map((change) =>
    change.kind === 'chat' ? { ...change, chat: withPendingChanges(change.chat) } : change,
  )
  return applyChanges(list, changes, belongsTo(of.filters, of.membershipId), known)
}

/** Returns the thread of a conversation after `events`, ignoring other conversations. */
export function applyEventsToThread(
  thread: Thread,
  chatId: string,
  events: readonly LiveEvent[],
): Thread {
  return applyToThread(thread, toThreadChanges(chatId, events))
}

/** Returns a conversation after `events`, ignoring other conversations. */
export function applyEventsToChat(chat: Chat, events: readonly LiveEvent[]): Chat {
  const list = { chats: [chat], cursor: null, floor: null, order: 'activity' as const }
  const own = toListChanges(events).filter(
    (change) =>
      (change.kind === 'chat' ? change.chat.id : change.message.conversation_id) === chat.id,
  )
  const followed = applyChanges(list, own, () => true).list.chats[0]!
  return withPendingChanges(followed)
}
