import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'

/**
 * Builds the condition that the team in `column` is the one that a filter names: its id, `none`, or `mine`, the teams of the
 * signed-in member. @throws {AppError} validation_failed for `mine` with an API key, which has no membership
 */
export function isOfTeam(
  { workspaceId, actor }: Scope,
  column: RawBuilder<unknown>,
  filter: string,
): RawBuilder<boolean> {
  if (filter === 'none') return sql<boolean>`${column} is null`
  if (filter !== 'mine') return sql<boolean>`${column} = ${filter}`
  if (actor.type !== 'member')
    throw invalidField('team_id', 'can only be mine for a signed-in member')
  return sql<boolean>`${column} in (
    select team_id from team_members where workspace_id = ${workspaceId} and membership_id = ${actor.id})`
}
