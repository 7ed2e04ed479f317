import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Page } from '../../../lib/wire.ts'
import { addPage, firstPage } from './chat-list.ts'
import type { ChatList } from './chat-list.ts'
import { orderOf, toQuery } from './filters.ts'
import type { ChatFilters } from './filters.ts'
import { applyEventsToChat, applyEventsToList } from './apply-events.ts'
import { eventLog, findListed, INBOX, listKey, readWithEvents } from './inbox-cache.ts'
import { withPendingChanges } from '../../../lib/pending-changes.ts'
import type { Chat } from './types.ts'
import { fetchChats } from './fetch-chats.ts'

/** Requests the first page of a list. @throws {ParleyError} */
export function readChats(filters: ChatFilters, signal?: AbortSignal): Promise<Page<Chat>> {
  return api.get<Page<Chat>>('/api/v1/chats', toQuery(filters), signal)
}

/** Reads the list of a view: its first page, which may be preloaded; `readMoreChats` reads more. */
export function chatListQuery(
  filters: ChatFilters,
  membershipId: string,
  asked?: Promise<Page<Chat>>,
) {
  const of = { filters, membershipId }
  return queryOptions({
    queryKey: listKey(filters, membershipId),
    queryFn: ({ signal }) =>
      readWithEvents(
        async () => {
          const page = await (asked ?? readChats(filters, signal))
          return firstPage({ ...page, data: page.data.map(withPendingChanges) }, orderOf(filters))
        },
        (list, events) => {
          const followed = applyEventsToList(list, events, of)
          fetchChats(followed.unsure)
          return followed.list
        },
      ),
    staleTime: Infinity,
    meta: { isFollowed: true },
  })
}

/** Reads the next page of a list. */
export async function readMoreChats(filters: ChatFilters, membershipId: string): Promise<void> {
  const key = listKey(filters, membershipId)
  const cursor = queryClient.getQueryData<ChatList>(key)?.cursor
  if (!cursor) return
  const from = eventLog.position()
  const page = await api.get<Page<Chat>>('/api/v1/chats', toQuery(filters, cursor))
  const events = eventLog.since(from) ?? []
  queryClient.setQueryData<ChatList>(key, (list) => {
    // The list was refetched in between.
    if (!list || list.cursor !== cursor) return list
    const known = new Map(list.chats.map((chat) => [chat.id, chat]))
    const added = addPage(list, { ...page, data: page.data.map(withPendingChanges) })
    const { list: followed, unsure } = applyEventsToList(added, events, { filters, membershipId })
    fetchChats(unsure)
    // Listed conversations have been updated by events already.
    return { ...followed, chats: followed.chats.map((chat) => known.get(chat.id) ?? chat) }
  })
}

/** Reads one conversation. */
export function chatQuery(id: string) {
  return queryOptions({
    queryKey: [...INBOX, 'chat', id],
    queryFn: ({ signal }) =>
      readWithEvents(() => api.get<Chat>(`/api/v1/chats/${id}`, {}, signal), applyEventsToChat),
    // A listed conversation already receives live updates, so it needs no request.
    initialData: () => findListed(id),
    staleTime: Infinity,
    meta: { isFollowed: true },
  })
}
