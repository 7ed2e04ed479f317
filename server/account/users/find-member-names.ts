import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/**
 * Returns the names of members and bots by their ids, also of former ones. Members without a name have their email address, or with
 * `isPublic` no entry, for names that others than the team see.
 */
export async function findMemberNames(
  scope: Scope,
  ids: string[],
  { isPublic = false } = {},
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select memberships.id, case when users.name = '' and not ${isPublic}::boolean then users.email else users.name end as name
    from memberships
    join users on users.id = memberships.user_id
    where memberships.workspace_id = ${scope.workspaceId}
      and memberships.id = any (${ids}::uuid[])`.execute(scope.directory)
  const names = new Map(rows.flatMap(({ id, name }) => (name === '' ? [] : [[id, name] as const])))
  for (const { id, name } of await findBotNames(scope, ids)) names.set(id, name)
  return names
}

/** Returns the bots among these ids with their names, also deleted ones. */
async function findBotNames(scope: Scope, ids: string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return selectFrom(scope, 'bots')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
}
