import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { USERNAME_KINDS } from '#shared/identity-kinds.ts'

/** Returns the newest username of the contact whose id is in `column`, of the workspace by its id or the column that has it. */
export function usernameOf(
  workspaceId: string | RawBuilder<string>,
  column: string,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select value from identities
    where identities.workspace_id = ${workspaceId}
      and identities.person_id = ${sql.raw(column)}
      and kind = any (${[...USERNAME_KINDS]}::text[])
    order by identities.created_at desc, value limit 1
  )`
}
