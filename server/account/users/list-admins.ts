import type { Scope } from '#context.ts'

/** Returns the admins of the scope's workspace, sorted by name and email address. */
export async function listAdmins(
  scope: Pick<Scope, 'directory' | 'workspaceId'>,
): Promise<{ name: string; email: string; locale: string | null }[]> {
  return scope.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.name', 'users.email', 'users.locale'])
    .where('memberships.workspace_id', '=', scope.workspaceId)
    .where('memberships.role', '=', 'admin')
    .where('memberships.removed_at', 'is', null)
    .orderBy('memberships.id')
    .execute()
}
