import { api } from '../../../lib/api.ts'
import type { LiveEvent } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { applyEventsToChat, applyEventsToList } from './apply-events.ts'
import { changeChat, changeLists, eventLog, INBOX } from './inbox-cache.ts'
import type { Chat } from './types.ts'

/** Maximum number of conversations fetched one by one; with more, the lists are refetched instead. */
const READ_SINGLY_MAX = 12
/** Pause between two fetches in a flood of messages. */
const PAUSE_MS = 250
const LISTS_EVERY_MS = 3000

let isReading = false
let queue = new Set<string>()

/** Fetches conversations that are not loaded, or not certain, and applies them to all lists. */
export function wantChats(ids: Iterable<string>): void {
  for (const id of ids) queue.add(id)
  if (isReading || queue.size === 0) return
  isReading = true
  void readQueue().finally(() => {
    isReading = false
    wantChats([])
  })
}

let listsReadAt = -Infinity

async function readQueue(): Promise<void> {
  const isFlood = queue.size > READ_SINGLY_MAX
  if (isFlood && performance.now() - listsReadAt > LISTS_EVERY_MS) {
    queue = new Set()
    listsReadAt = performance.now()
    await queryClient.invalidateQueries({ queryKey: [...INBOX, 'list'] })
    return
  }
  const ids = [...queue].slice(0, READ_SINGLY_MAX)
  for (const id of ids) queue.delete(id)
  if (isFlood) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  await Promise.all(
    ids.map(async (id) => {
      const from = eventLog.position()
      const chat = await api.get<Chat>(`/api/v1/chats/${id}`).catch(() => undefined)
      const events = eventLog.since(from)
      if (chat && events) offerChat(applyEventsToChat(chat, events))
    }),
  )
}

/** Conversations for which only an event said that a note mentions the member. */
const mentioned = new Set<string>()

/** Remembers that a note in the conversation mentions the member, which the conversation does not contain. */
export function noteMention(chatId: string): void {
  mentioned.add(chatId)
}

/** Applies a conversation's current state to every list that it belongs to. */
export function offerChat(chat: Chat): void {
  const event: LiveEvent = { type: 'conversation.updated', data: chat, id: null }
  changeChat(chat.id, (known) => applyEventsToChat(known, [event]))
  changeLists((list, { filters, membershipId }) => {
    const isMention = filters.mentioned === true && mentioned.has(chat.id)
    const of = { filters: isMention ? {} : filters, membershipId }
    return applyEventsToList(list, [event], of).list
  })
}
