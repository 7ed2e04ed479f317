import type { Scope } from '#context.ts'

/**
 * Locks the memberships of a workspace's admins until the transaction ends, and returns their ids: of two changes that
 * could leave no admin, the second sees the first.
 */
export async function lockAdmins(tx: Scope): Promise<string[]> {
  const admins = await tx.directory
    .selectFrom('memberships')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.map(({ id }) => id)
}
