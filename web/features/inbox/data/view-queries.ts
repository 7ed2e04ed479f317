import { queryOptions } from '@tanstack/react-query'
import type { ChatCounts } from '#conversations/schema.ts'
import { api } from '../../../lib/api.ts'
import { readAll } from '../../../lib/read-all.ts'
import type { Wire } from '../../../lib/wire.ts'
import { INBOX } from './inbox-cache.ts'
import type { SavedView } from './types.ts'

/** Reads the saved conversation filters that the member can see, sorted by name. */
export const savedViewsQuery = queryOptions({
  queryKey: ['views', 'chats'],
  queryFn: async () =>
    (await readAll<SavedView>('/api/v1/views', { subject: 'chats' })).toSorted((a, b) =>
      a.name.localeCompare(b.name),
    ),
  staleTime: 60_000,
})

/** Reads the number of conversations in each view. */
export const countsQuery = queryOptions({
  queryKey: [...INBOX, 'counts'],
  queryFn: ({ signal }) => api.get<Wire<ChatCounts>>('/api/v1/chats/counts', {}, signal),
  staleTime: Infinity,
})
