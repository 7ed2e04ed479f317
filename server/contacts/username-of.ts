import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { likePattern } from '#db/like-pattern.ts'
import type { Scope } from '#context.ts'
import { USERNAME_KINDS } from '#shared/identity-kinds.ts'

/** Returns the newest username of the contact of the workspace whose id is in `column`. */
export function usernameOf(scope: Scope, column: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select value from identities
    where identities.workspace_id = ${scope.workspaceId}
      and identities.person_id = ${sql.raw(column)}
      and kind = any (${[...USERNAME_KINDS]}::text[])
    order by identities.created_at desc, value limit 1
  )`
}

/** Returns the ids of contacts with `q` in their username, with or without an at sign, as an array in SQL. */
export function withUsername(scope: Scope, q: string): RawBuilder<string[]> {
  const pattern = likePattern(q.trim().replace(/^@/, ''))
  return sql<string[]>`array(
    select coalesce(owner.merged_into_id, owner.id) from identities
    join people as owner on owner.workspace_id = ${scope.workspaceId} and owner.id = person_id
    where identities.workspace_id = ${scope.workspaceId} and kind = 'wa_username' and value ilike ${pattern}
  )`
}
