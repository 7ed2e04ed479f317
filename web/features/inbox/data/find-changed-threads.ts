import type { CsatRating } from '#csat/schema.ts'
import { isAbout } from '#shared/event-types.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import type { Ticket } from '../../../lib/tickets.ts'
import type { Chat, Message } from './types.ts'

/**
 * Creates a function that returns the conversations whose threads may have a new entry after events. Each message that an
 * agent reads changes its conversation; that alone adds no entry, and is recognized by the event before.
 */
export function createChangeFinder(): (events: readonly LiveEvent[]) => Set<string> {
  const states = new Map<string, Chat>()
  return (events) => {
    const changed = new Set<string>()
    for (const { type, data } of events) {
      if (isAbout('ticket', type)) {
        const { conversation_id: id } = data as Ticket
        if (id !== null) changed.add(id)
      } else if (isAbout('csat', type)) {
        changed.add((data as CsatRating).conversation_id)
      } else if (type === 'message.sent') {
        // What the product sends by itself comes with an entry that says why.
        const { author, conversation_id: id } = data as Message
        if (author.type === 'system') changed.add(id)
      } else if (isAbout('conversation', type)) {
        const chat = data as Chat
        const before = states.get(chat.id)
        states.set(chat.id, chat)
        if (type !== 'conversation.created' && !(before && isOnlyRead(before, chat)))
          changed.add(chat.id)
      }
    }
    return changed
  }
}

/** Returns whether a conversation got messages or was read since `before`, and nothing else. */
function isOnlyRead(before: Chat, after: Chat): boolean {
  const isRead =
    after.unread_count === 0 &&
    (before.unread_count > 0 || before.last_message?.id !== after.last_message?.id)
  return isRead && withoutActivity(before) === withoutActivity(after)
}

/** The fields of a conversation that a message or its reading changes. */
const ACTIVITY = new Set([
  'unread_count',
  'last_message',
  'last_message_at',
  'window_expires_at',
  'updated_at',
])

/** Returns the other fields of a conversation, as text. */
function withoutActivity(chat: Chat): string {
  return JSON.stringify(chat, (key, value: unknown) => (ACTIVITY.has(key) ? undefined : value))
}
