import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
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
