import type { Scope } from '#context.ts'

/** Returns whether the user with this email address is a member of the workspace. */
export async function isMember(tx: Scope, email: string): Promise<boolean> {
  const member = await tx.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.id')
    .where('memberships.workspace_id', '=', tx.workspaceId)
    .where('memberships.removed_at', 'is', null)
    .where('users.email', '=', email)
    .executeTakeFirst()
  return member !== undefined
}
