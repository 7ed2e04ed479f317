import type { Scope } from '#db/context.ts'
import type { Member } from './schema.ts'

/** A member as the directory knows them, without their teams and availability. */
export type DirectoryMember = Pick<
  Member,
  'id' | 'user_id' | 'name' | 'email' | 'role' | 'created_at' | 'removed_at'
> & { picture_id: string | null }

/** Selects the members of the scope's workspace, also former ones. */
export function selectMembers(scope: Scope) {
  return scope.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('pictures', (join) =>
      join
        .onRef('pictures.workspace_id', '=', 'memberships.workspace_id')
        .onRef('pictures.membership_id', '=', 'memberships.id'),
    )
    .where('memberships.workspace_id', '=', scope.workspaceId)
    .select([
      'memberships.id',
      'memberships.user_id',
      'users.name',
      'users.email',
      'memberships.role',
      'memberships.created_at',
      'memberships.removed_at',
      'pictures.id as picture_id',
    ])
}

/** Returns the member with this membership, which must be in the workspace. */
export async function getMember(scope: Scope, id: string): Promise<DirectoryMember> {
  return selectMembers(scope).where('memberships.id', '=', id).executeTakeFirstOrThrow()
}
