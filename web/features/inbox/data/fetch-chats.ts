import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { applyEventsToChat } from './apply-events.ts'
import { eventLog, INBOX } from './inbox-cache.ts'
import type { Chat } from './types.ts'
import { updateCachedChat } from './update-cached-chat.ts'

/** Maximum number of conversations fetched one by one; with more, the lists are refetched instead. */
const READ_SINGLY_MAX = 12
/** Pause between two fetches in a flood of messages. */
const PAUSE_MS = 250
const LISTS_EVERY_MS = 3000

let isReading = false
let queue = new Set<string>()

/** Fetches conversations that are not loaded, or not certain, and applies them to all lists. */
export function fetchChats(ids: Iterable<string>): void {
  for (const id of ids) queue.add(id)
  if (isReading || queue.size === 0) return
  isReading = true
  void readQueue().finally(() => {
    isReading = false
    fetchChats([])
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
      if (chat && events) updateCachedChat(applyEventsToChat(chat, events))
    }),
  )
}
