import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/** Returns the names of all teams of the workspace, by id. */
export async function findTeamNames(scope: Scope): Promise<Map<string, string>> {
  const teams = await selectFrom(scope, 'teams').select(['id', 'name']).execute()
  return new Map(teams.map(({ id, name }) => [id, name]))
}
