import type { Scope } from '#db/context.ts'

/** Returns the actions of the audit log about a member whose names are `like` a pattern, in order. */
export async function readAuditActions(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  membershipId: string,
  like: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('workspace_id', '=', workspaceId)
    .where('target_id', '=', membershipId)
    .where('action', 'like', like)
    .orderBy('id')
    .execute()
  return rows.map((each) => each.action)
}
