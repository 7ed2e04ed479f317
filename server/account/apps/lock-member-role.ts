import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { rightsOf } from '#lib/rights-of.ts'
import type { StoredRights } from '#lib/rights-of.ts'
import type { RoleRights } from '#shared/roles.ts'

/**
 * Returns the rights of a member who can sign in; undefined if the member left or the user is disabled. Locks both until the
 * transaction ends, so that a removal at the same time ends what this transaction connects.
 */
export async function lockMemberRole(
  { directory, workspaceId }: Pick<Scope, 'directory' | 'workspaceId'>,
  membershipId: string,
): Promise<RoleRights | undefined> {
  const { rows } = await sql<{ role: string } & StoredRights>`
    select memberships.role, roles.scopes, roles.visibility, roles.sees_no_team from memberships
    join users on users.id = memberships.user_id and users.disabled_at is null
    left join roles on roles.workspace_id = memberships.workspace_id and roles.id = memberships.role
    where memberships.workspace_id = ${workspaceId} and memberships.id = ${membershipId}
      and memberships.removed_at is null
    for share of memberships, users`.execute(directory)
  const [member] = rows
  return member && rightsOf(member.role, member)
}
