import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/** Returns the names of members by their ids, also of former ones; the email address of those without a name. */
export async function findMemberNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select memberships.id, coalesce(nullif(users.name, ''), users.email) as name from memberships
    join users on users.id = memberships.user_id
    where memberships.workspace_id = ${scope.workspaceId}
      and memberships.id = any (${ids}::uuid[])`.execute(scope.directory)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
