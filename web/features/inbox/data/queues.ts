import { queryOptions } from '@tanstack/react-query'
import type { TeamQueue } from '#assignment/schema.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Wire } from '../../../lib/wire.ts'
import { INBOX } from './inbox-cache.ts'
import type { Chat } from './types.ts'
import { updateCachedChat } from './update-cached-chat.ts'
import { refetchCounts } from './apply-events-to-cache.ts'

/** The queue of a team: the conversations that nobody has, and whose customers wait. */
export type Queue = Wire<TeamQueue>

const QUEUES = [...INBOX, 'queues']

/** How often the queues are read again, in ms, while they are shown. */
const REFRESH_MS = 10_000

/** Reads the queues of these teams. */
export const queuesQuery = (teamIds: readonly string[]) =>
  queryOptions({
    queryKey: [...QUEUES, ...teamIds],
    queryFn: ({ signal }) =>
      Promise.all(teamIds.map((id) => api.get<Queue>(`/api/v1/teams/${id}/queue`, {}, signal))),
    staleTime: REFRESH_MS / 2,
    refetchInterval: REFRESH_MS,
  })

/**
 * Assigns the conversation to the signed-in member that waits longest in the queues of these teams. Returns null if none waits.
 *
 * @throws {ParleyError} the server's error
 */
export async function takeNext(teamIds: readonly string[]): Promise<Chat | null> {
  const queues = await queryClient.fetchQuery({ ...queuesQuery(teamIds), staleTime: 0 })
  const [first] = queues
    .filter(({ oldest_waiting_since }) => oldest_waiting_since !== null)
    .toSorted((a, b) => a.oldest_waiting_since!.localeCompare(b.oldest_waiting_since!))
  if (!first) return null
  const chat = await api.post<Chat>(`/api/v1/teams/${first.team_id}/take`, {})
  updateCachedChat(chat)
  refetchCounts()
  void queryClient.invalidateQueries({ queryKey: QUEUES })
  return chat
}
