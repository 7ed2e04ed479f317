import { queryOptions } from '@tanstack/react-query'
import type { CannedReply } from '#messages/canned-replies/schema.ts'
import type { Wire } from './wire.ts'
import { readAll } from './read-all.ts'

/** Reads every canned reply that the member has: own ones, then those of teams, then those of everybody, each sorted by shortcut. */
export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: async () =>
    (await readAll<Wire<CannedReply>>('/api/v1/canned-replies')).toSorted(
      (a, b) => rankOf(a) - rankOf(b) || a.shortcut.localeCompare(b.shortcut),
    ),
  staleTime: 60_000,
})

function rankOf({ member_id: memberId, team_id: teamId }: Wire<CannedReply>): number {
  return memberId !== null ? 0 : teamId !== null ? 1 : 2
}
