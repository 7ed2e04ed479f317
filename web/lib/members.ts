import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Member as MemberShape } from '#account/users/schema.ts'
import { readAll } from './read-all.ts'
import type { Wire } from './wire.ts'

/** A current or former member of the workspace. */
export type Member = Wire<MemberShape>

/** Reads all current and former members, sorted by name. */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () =>
    (await readAll<Member>('/api/v1/members')).toSorted((a, b) => a.name.localeCompare(b.name)),
  staleTime: 5 * 60_000,
})

/** Returns a function that finds a member by membership id; it returns undefined until the members are loaded. */
export function useFindMember(): (id: string | null) => Member | undefined {
  const { data } = useQuery(membersQuery)
  const byId = useMemo(() => new Map(data?.map((member) => [member.id, member])), [data])
  return useCallback((id) => (id === null ? undefined : byId.get(id)), [byId])
}

/** Returns the URL of the picture of a member, by the id of the membership or of the user, once the members are loaded. */
export function usePicture(of: string): string | null | undefined {
  const { data } = useQuery(membersQuery)
  return data?.find(({ id, user_id }) => id === of || user_id === of)?.picture_url
}
