import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { checkTeams } from '../check-teams.ts'
import { findPresentMembers } from '../find-present-members.ts'
import type { PresentMembers } from '../find-present-members.ts'
import { readMentions } from './write-mentions.ts'

/** The members and the teams that a note or comment mentions. */
type Mentioning = { mentions?: string[]; mentioned_team_ids?: string[] }

/** Finds the present members whom notes or comments mention, also by a team, before the transaction that writes these. */
export async function findMentioned(scope: Scope, given: Mentioning[]): Promise<PresentMembers> {
  const teams = await findMembers(scope, given)
  const ids = given.flatMap(({ mentions = [] }) => mentions)
  return findPresentMembers(scope, [...ids, ...[...teams.values()].flat()])
}

/**
 * Returns for each input the memberships that it mentions, each once, with the members of the mentioned teams; undefined if it mentions
 * neither. `members`: those of `findMentioned`. @throws {AppError} membership_not_found, team_not_found
 */
export async function expandMentions(
  tx: Scope,
  given: Mentioning[],
  members: PresentMembers,
): Promise<(string[] | undefined)[]> {
  const teams = await findMembers(tx, given)
  return given.map(({ mentions, mentioned_team_ids: teamIds }) => {
    if (!mentions && !teamIds) return undefined
    const ofTeams = (teamIds ?? []).flatMap((id) => teams.get(id.toLowerCase()) ?? [])
    return readMentions(members, [...(mentions ?? []), ...ofTeams.filter((id) => members.has(id))])
  })
}

/** Returns the members of the mentioned teams, by the team. @throws {AppError} team_not_found */
async function findMembers(scope: Scope, given: Mentioning[]): Promise<Map<string, string[]>> {
  const named = given.flatMap((each) => each.mentioned_team_ids ?? [])
  const ids = [...new Set(named.map((id) => id.toLowerCase()))]
  if (ids.length === 0) return new Map()
  await checkTeams(scope, ids)
  const rows = await selectFrom(scope, 'team_members')
    .select(['team_id', 'membership_id'])
    .where('team_id', 'in', ids)
    .execute()
  const byTeam = Map.groupBy(rows, (row) => row.team_id)
  return new Map([...byTeam].map(([id, found]) => [id, found.map((row) => row.membership_id)]))
}
