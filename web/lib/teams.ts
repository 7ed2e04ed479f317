import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Team as TeamShape } from '#teams/schema.ts'
import { readAll } from './read-all.ts'
import { useSession } from './session.ts'
import type { Wire } from './wire.ts'

/** A team with its members and channels. */
export type Team = Wire<TeamShape>

/** The key of everything that is read about teams. */
export const TEAMS = ['teams'] as const

/** Reads the teams of the workspace, sorted by name. */
export const teamsQuery = queryOptions({
  queryKey: [...TEAMS, 'all'],
  queryFn: async () =>
    (await readAll<Team>('/api/v1/teams')).toSorted((a, b) => a.name.localeCompare(b.name)),
  staleTime: 5 * 60_000,
})

/** Returns the teams of the workspace; none until they are loaded. Without teams, the app shows nothing of them. */
export function useTeams(): Team[] {
  return useQuery(teamsQuery).data ?? NONE
}

/** Returns whether the workspace has no teams; false until that is known, so that a key that is pressed early acts. */
export function useHasNoTeams(): boolean {
  return useQuery(teamsQuery).data?.length === 0
}

const NONE: Team[] = []

/** Returns a function that finds a team by id; it returns undefined until the teams are loaded. */
export function useFindTeam(): (id: string | null) => Team | undefined {
  const teams = useTeams()
  const byId = useMemo(() => new Map(teams.map((team) => [team.id, team])), [teams])
  return useCallback((id) => (id === null ? undefined : byId.get(id)), [byId])
}

/** Returns whether the signed-in member is in a team. */
export function useIsInTeam(): boolean {
  return useSession().membership.team_ids.length > 0
}
