import { queryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'

/** Returns the ids of the member's teams, as far as the session is loaded. */
export function ownTeamIds(): readonly string[] {
  return queryClient.getQueryData(sessionQuery.queryKey)?.membership.team_ids ?? []
}
