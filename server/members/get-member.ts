import type { Scope } from '#context.ts'
import type { Member } from '#account/users/schema.ts'

/** Returns the member with this membership, which must be in the workspace. */
export async function getMember(scope: Scope, id: string): Promise<Member> {
  return scope.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.workspace_id', '=', scope.workspaceId)
    .where('memberships.id', '=', id)
    .select([
      'memberships.id',
      'memberships.user_id',
      'users.name',
      'users.email',
      'memberships.role',
      'memberships.created_at',
      'memberships.removed_at',
    ])
    .executeTakeFirstOrThrow()
}
