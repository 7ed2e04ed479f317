import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChatCounts } from '#conversations/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Page, Wire } from '../../../lib/wire.ts'
import { INBOX } from './inbox-cache.ts'
import type { Member, SavedView, Tag } from './types.ts'

/** All pages of a short list. */
async function readAll<T>(path: string, query: Record<string, string> = {}): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const page: Page<T> = await api.get<Page<T>>(path, { ...query, limit: 100, cursor })
    rows.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && rows.length < 1000)
  return rows
}

/** Everybody who is or was a member, by name. */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () =>
    (await readAll<Member>('/api/v1/members')).toSorted((a, b) => a.name.localeCompare(b.name)),
  staleTime: 5 * 60_000,
})

/** The tags of the workspace, by name. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async () =>
    (await readAll<Tag>('/api/v1/tags')).toSorted((a, b) => a.name.localeCompare(b.name)),
  staleTime: 60_000,
})

/** The saved filters of chats that the member sees, by name. */
export const savedViewsQuery = queryOptions({
  queryKey: ['views', 'chats'],
  queryFn: async () =>
    (await readAll<SavedView>('/api/v1/views', { subject: 'chats' })).toSorted((a, b) =>
      a.name.localeCompare(b.name),
    ),
  staleTime: 60_000,
})

/** How many chats stand in each view. */
export const countsQuery = queryOptions({
  queryKey: [...INBOX, 'counts'],
  queryFn: ({ signal }) => api.get<Wire<ChatCounts>>('/api/v1/chats/counts', {}, signal),
  staleTime: Infinity,
})

/** Finds a member by the id of their membership; undefined while they are being read. */
export function useFindMember(): (id: string | null) => Member | undefined {
  const { data } = useQuery(membersQuery)
  const byId = useMemo(() => new Map(data?.map((member) => [member.id, member])), [data])
  return (id) => (id === null ? undefined : byId.get(id))
}
