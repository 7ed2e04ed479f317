import type { LiveEvent } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { ChatList } from './chat-list.ts'
import { createEventLog } from './event-log.ts'
import type { ChatFilters } from './filters.ts'
import type { Chat } from './types.ts'

/** The prefix of all query keys of the inbox. */
export const INBOX = ['inbox'] as const

/** The log of recent events; `apply-events-to-cache.ts` writes it. */
export const eventLog = createEventLog()

/**
 * Logs a response as if its event had arrived, for reads in flight that may miss it. If events about the same thing
 * arrived since `from`, those are newer: then it logs nothing and returns false.
 */
export function logResponse(event: LiveEvent, from: number): boolean {
  const idOf = ({ data }: LiveEvent) => (data as { id?: unknown }).id
  const isSuperseded = eventLog.since(from)?.some((each) => idOf(each) === idOf(event)) ?? false
  if (!isSuperseded) eventLog.push(event)
  return !isSuperseded
}

/** Waits for a response and applies the events that arrived while it was in flight, with `apply`. */
export async function readWithEvents<T>(
  read: () => Promise<T>,
  apply: (value: T, events: LiveEvent[]) => T,
): Promise<T> {
  const from = eventLog.position()
  const value = await read()
  const events = eventLog.since(from)
  return events ? apply(value, events) : readWithEvents(read, apply)
}

/** Returns the query key of a list. */
export function listKey(filters: ChatFilters, membershipId: string) {
  return [...INBOX, 'list', filters, membershipId] as const
}

/** The key of a thread. */
export function threadKey(chatId: string) {
  return [...INBOX, 'thread', chatId] as const
}

/** Changes every cached list. */
export function changeLists(
  change: (list: ChatList, of: { filters: ChatFilters; membershipId: string }) => ChatList,
): void {
  const lists = queryClient.getQueriesData<ChatList>({ queryKey: [...INBOX, 'list'] })
  for (const [queryKey, list] of lists) {
    if (!list) continue
    const [, , filters, membershipId] = queryKey as unknown as ReturnType<typeof listKey>
    const changed = change(list, { filters, membershipId })
    if (changed !== list) queryClient.setQueryData<ChatList>(queryKey, changed)
  }
}

/** Changes a conversation that is cached by itself. */
export function changeChat(id: string, change: (chat: Chat) => Chat): void {
  queryClient.setQueryData<Chat>([...INBOX, 'chat', id], (chat) => chat && change(chat))
}

/** Returns the newest known state of a conversation; the one in a button or a notice may be older. */
export function latestChat(chat: Chat): Chat {
  const own = queryClient.getQueryData<Chat>([...INBOX, 'chat', chat.id])
  if (own) return own
  return findListed(chat.id) ?? chat
}

/** Finds a conversation in a list that is shown; lists that are not shown are not kept up to date. */
export function findListed(id: string): Chat | undefined {
  const shown = queryClient
    .getQueryCache()
    .findAll({ queryKey: [...INBOX, 'list'], type: 'active' })
    .filter(({ state }) => !state.isInvalidated)
  for (const { state } of shown) {
    const listed = (state.data as ChatList | undefined)?.chats.find((chat) => chat.id === id)
    if (listed) return listed
  }
  return undefined
}
