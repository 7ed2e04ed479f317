import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/** Returns whether a draft of the workspace was created, sent or discarded since a time. */
export async function haveDraftsChanged(scope: Scope, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from reply_drafts
    where workspace_id = ${scope.workspaceId} and (created_at >= ${since} or decided_at >= ${since})
    limit 1`.execute(scope.db)
  return rows.length > 0
}
