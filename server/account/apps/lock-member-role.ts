import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { Role } from '#shared/actors.ts'

/**
 * Returns the role of a member who can sign in; undefined if the member left or the user is disabled. Locks both until the
 * transaction ends, so that a removal at the same time ends what this transaction connects.
 */
export async function lockMemberRole(
  { directory, workspaceId }: Pick<Scope, 'directory' | 'workspaceId'>,
  membershipId: string,
): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select memberships.role from memberships
    join users on users.id = memberships.user_id and users.disabled_at is null
    where memberships.workspace_id = ${workspaceId} and memberships.id = ${membershipId}
      and memberships.removed_at is null
    for share`.execute(directory)
  return rows[0]?.role
}
