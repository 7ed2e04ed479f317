import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'

/** Checks that teams exist, and locks them as `findTeams` does. @throws {AppError} team_not_found */
export async function checkTeams(tx: Scope, ids: string[]): Promise<void> {
  const found = await findTeams(tx, ids)
  const unknown = ids.find((id) => !found.has(id.toLowerCase()))
  if (unknown !== undefined) throw notFound('teams', unknown)
}

/** Finds the teams with these ids that exist, and locks them so that their deletion waits for the end of the transaction. */
export async function findTeams(tx: Scope, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const teams = await selectFrom(tx, 'teams')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(teams.map(({ id }) => id))
}
