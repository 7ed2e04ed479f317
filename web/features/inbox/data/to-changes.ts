import type { LiveEvent } from '../../../lib/live.ts'
import type { ListChange } from './chat-list.ts'
import { toThreadChange } from './thread.ts'
import type { ThreadChange } from './thread.ts'
import type { Chat, Message } from './types.ts'

/** What events say of lists of chats. Reactions stand at a message, not in the list. */
export function toListChanges(events: readonly LiveEvent[]): ListChange[] {
  return events.flatMap(({ type, data }): ListChange[] => {
    switch (type) {
      case 'conversation.created':
      case 'conversation.updated':
        return [{ kind: 'chat', chat: data as Chat }]
      case 'message.sent':
      case 'message.echoed':
        return [{ kind: 'message', message: data as Message, isNews: false }]
      case 'message.received':
        return [{ kind: 'message', message: data as Message, isNews: true }]
      default:
        return []
    }
  })
}

/** What events say of one chat's thread. */
export function toThreadChanges(chatId: string, events: readonly LiveEvent[]): ThreadChange[] {
  return events.flatMap((event) => {
    const change = toThreadChange(event)
    return change?.item.conversation_id === chatId ? [change] : []
  })
}
