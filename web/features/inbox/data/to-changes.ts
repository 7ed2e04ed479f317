import type { LiveEvent } from '../../../lib/live.ts'
import type { ListChange } from './chat-list.ts'
import { toThreadChange } from './thread.ts'
import type { ThreadChange } from './thread.ts'
import type { Chat, Message } from './types.ts'

/** Returns the changes of chat lists that events ask for. Reactions are shown at a message, not in the list. */
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
      case 'message.updated':
      case 'message.status_changed':
      case 'note.created':
      case 'note.updated':
      case 'contact.created':
      case 'contact.updated':
      case 'ticket.created':
      case 'ticket.updated':
      case 'presence':
        return []
    }
  })
}

/** Returns the changes of one chat's thread that events ask for. */
export function toThreadChanges(chatId: string, events: readonly LiveEvent[]): ThreadChange[] {
  return events.flatMap((event) => {
    const change = toThreadChange(event)
    return change?.item.conversation_id === chatId ? [change] : []
  })
}
