import { queryOptions } from '@tanstack/react-query'
import type { ChatCounts } from '#conversations/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { INBOX } from './inbox-cache.ts'

/** Reads the number of conversations in each view. */
export const countsQuery = queryOptions({
  queryKey: [...INBOX, 'counts'],
  queryFn: ({ signal }) => api.get<Wire<ChatCounts>>('/api/v1/chats/counts', {}, signal),
  staleTime: Infinity,
})

/** Returns whether the workspace has no conversation yet. */
export function hasNoChats({ all, snoozed, closed }: Wire<ChatCounts>): boolean {
  return [all, snoozed, closed].every(({ count }) => count === 0)
}
