import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Page } from '../../../lib/wire.ts'
import { addPage, firstPage } from './chat-list.ts'
import type { ChatList } from './chat-list.ts'
import { toQuery } from './filters.ts'
import type { ChatFilters } from './filters.ts'
import {
  eventLog,
  findListed,
  followChat,
  followList,
  INBOX,
  listKey,
  readFollowed,
} from './inbox-cache.ts'
import { withPatches } from './patches.ts'
import type { Chat } from './types.ts'
import { wantChats } from './want-chats.ts'

/** Asks for the first page of a list. @throws {ApiError} */
export function readChats(filters: ChatFilters, signal?: AbortSignal): Promise<Page<Chat>> {
  return api.get<Page<Chat>>('/api/v1/chats', toQuery(filters), signal)
}

/** The list of a view: its first page, which may have been asked for before, and more by `readMoreChats`. */
export function chatListQuery(
  filters: ChatFilters,
  membershipId: string,
  asked?: Promise<Page<Chat>>,
) {
  const of = { filters, membershipId }
  return queryOptions({
    queryKey: listKey(filters, membershipId),
    queryFn: ({ signal }) =>
      readFollowed(
        async () => {
          const page = await (asked ?? readChats(filters, signal))
          return firstPage({ ...page, data: page.data.map(withPatches) })
        },
        (list, events) => {
          const followed = followList(list, events, of)
          wantChats(followed.unsure)
          return followed.list
        },
      ),
    staleTime: Infinity,
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
    // It was read anew meanwhile.
    if (!list || list.cursor !== cursor) return list
    const known = new Map(list.chats.map((chat) => [chat.id, chat]))
    const added = addPage(list, { ...page, data: page.data.map(withPatches) })
    const { list: followed, unsure } = followList(added, events, { filters, membershipId })
    wantChats(unsure)
    // Those that were listed have been followed already.
    return { ...followed, chats: followed.chats.map((chat) => known.get(chat.id) ?? chat) }
  })
}

/** One chat. */
export function chatQuery(id: string) {
  return queryOptions({
    queryKey: [...INBOX, 'chat', id],
    queryFn: ({ signal }) =>
      readFollowed(() => api.get<Chat>(`/api/v1/chats/${id}`, {}, signal), followChat),
    // A chat that is listed is followed already.
    initialData: () => findListed(id),
    staleTime: Infinity,
  })
}
