import { isAbout, subjectOf } from '#shared/event-types.ts'
import type { EventTypeOf } from '#shared/event-types.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import type { ListChange } from './chat-list.ts'
import { toThreadChange } from './thread.ts'
import type { ThreadChange } from './thread.ts'
import type { Chat, Message } from './types.ts'

/** Returns the changes of chat lists that events ask for. Reactions are shown at a message, not in the list. */
export function toListChanges(events: readonly LiveEvent[]): ListChange[] {
  return events.flatMap(({ type, data }): ListChange[] => {
    if (isAbout('message', type)) return toMessageChanges(type, data as Message)
    switch (subjectOf(type)) {
      case 'conversation':
        return [{ kind: 'chat', chat: data as Chat }]
      case 'note':
      case 'contact':
      case 'ticket':
      case 'ticket_comment':
      case 'member':
      case 'csat':
      case 'sla':
      case 'bot':
      case 'automation':
      case 'presence':
      case 'typing':
      case 'notifications':
      case 'tags':
      case 'drafts':
      case 'own-drafts':
      case 'removed':
        return []
    }
  })
}

function toMessageChanges(type: EventTypeOf<'message'>, message: Message): ListChange[] {
  switch (type) {
    case 'message.sent':
    case 'message.echoed':
      return [{ kind: 'message', message, isUnread: false }]
    case 'message.received':
      return [{ kind: 'message', message, isUnread: true }]
    case 'message.updated':
      // A call moves with its reports, and its words say what came of it.
      return message.type === 'call' ? [{ kind: 'message', message, isUnread: false }] : []
    case 'message.status_changed':
      return [{ kind: 'status', message }]
  }
}

/** Returns the changes of one chat's thread that events ask for. */
export function toThreadChanges(chatId: string, events: readonly LiveEvent[]): ThreadChange[] {
  return events.flatMap((event) => {
    const change = toThreadChange(event)
    return change?.item.conversation_id === chatId ? [change] : []
  })
}
