import { sql } from 'kysely'
import type { WithClock, WithDirectory } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'

/** Switches a session to another workspace of its user. @throws {AppError} workspace_not_found */
export async function switchWorkspace(
  context: WithDirectory & WithClock,
  sessionId: string,
  workspaceId: string,
): Promise<void> {
  const { rows } = await sql`
    update sessions set workspace_id = ${workspaceId}, updated_at = ${context.clock.now()}
    where id = ${sessionId} and coalesce(sso_workspace_id, ${workspaceId}::uuid) = ${workspaceId}::uuid and exists (
      select from memberships
      where memberships.workspace_id = ${workspaceId} and memberships.user_id = sessions.user_id
        and memberships.removed_at is null
    )
    returning id`.execute(context.directory)
  if (rows.length === 0)
    throw new AppError('workspace_not_found', 'You are not a member of this workspace.')
}
