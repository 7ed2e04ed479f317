import type { Scope } from '#db/context.ts'

/** A membership, also of a user who has left the workspace. */
export type FoundMembership = { id: string; removed_at: Date | null }

/** Returns a user's membership of the scope's workspace, also a former one; undefined if there never was one. */
export async function findMembership(
  { directory, workspaceId }: Pick<Scope, 'directory' | 'workspaceId'>,
  userId: string,
): Promise<FoundMembership | undefined> {
  return directory
    .selectFrom('memberships')
    .select(['id', 'removed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
