import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { isUuid } from '#lib/ids.ts'

/** Selects the teams of the workspace with their members and channels. */
export function selectTeams(scope: Scope) {
  return selectFrom(scope, 'teams')
    .select(['id', 'name', 'business_hours_id', 'created_at', 'updated_at'])
    .select([
      idsOf(scope, 'team_members', 'membership_id').as('member_ids'),
      idsOf(scope, 'channels', 'id').as('channel_ids'),
    ])
    .where('deleted_at', 'is', null)
}

/** Returns the team with this id. @throws {AppError} team_not_found */
export async function getTeam(scope: Scope, id: string) {
  const team = isUuid(id)
    ? await selectTeams(scope).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!team) throw notFound('teams', id)
  return team
}

function idsOf({ workspaceId }: Scope, table: string, column: string): RawBuilder<string[]> {
  return sql<string[]>`array(
    select ${sql.ref(column)} from ${sql.table(table)} as part
    where part.workspace_id = ${workspaceId} and part.team_id = teams.id order by 1)`
}
