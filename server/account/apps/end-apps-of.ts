import { sql } from 'kysely'
import type { WithClock, WithDirectory } from '#db/context.ts'

/**
 * Ends the connected apps of a user, in one workspace or in all, so that they stay ended if the user comes back. Call it in a
 * transaction of the directory.
 */
export async function endAppsOf(
  tx: WithDirectory & WithClock,
  { userId, workspaceId = null }: { userId: string; workspaceId?: string | null },
): Promise<void> {
  await sql`
    update api_keys set revoked_at = ${tx.clock.now()}
    from memberships
    where memberships.user_id = ${userId} and api_keys.workspace_id = memberships.workspace_id
      and api_keys.created_by = memberships.id and client_id is not null and revoked_at is null
      and (${workspaceId}::uuid is null or memberships.workspace_id = ${workspaceId}::uuid)`.execute(
    tx.directory,
  )
}
