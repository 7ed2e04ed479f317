import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById, notFound } from '#db/get-by-id.ts'
import type { Teams } from '#db/tables/teams.ts'

/** Locks a team until the transaction ends, and returns it. @throws {AppError} team_not_found, also if it is being deleted */
export async function lockTeam(tx: Scope, id: string): Promise<Selectable<Teams>> {
  const team = await getById(tx, 'teams', id, 'change')
  if (team.deleted_at !== null) throw notFound('teams', id)
  return team
}
