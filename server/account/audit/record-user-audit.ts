import type { Context, WithDirectory } from '#db/context.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { recordAudit } from './record-audit.ts'

/**
 * An entry about a user. Its actor is the user, or the system for the operator and for strangers; then the entry also
 * names the user. `data` must not contain secrets.
 */
type UserAuditEntry = {
  action: AuditAction
  actor: 'user' | 'system'
  data?: Record<string, unknown>
  /** Limits the entry to the log of one workspace. */
  workspaceId?: string
}

/** A user's membership of a workspace, with the user's name and address. */
type Membership = { workspace_id: string; id: string; name: string; email: string }

/** Records an entry about a user in the audit log of each of their workspaces, in the caller's transaction. */
export async function recordUserAudit(
  tx: Context,
  userId: string,
  entry: UserAuditEntry,
): Promise<void> {
  for (const membership of await membershipsOf(tx, userId))
    if (entry.workspaceId === undefined || entry.workspaceId === membership.workspace_id)
      await recordMemberAudit(tx, membership, entry)
}

/** Returns a user's memberships in all workspaces, because each workspace has its own audit log. */
export async function membershipsOf(tx: WithDirectory, userId: string): Promise<Membership[]> {
  return tx.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.workspace_id', 'memberships.id', 'users.name', 'users.email'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.removed_at', 'is', null)
    .execute()
}

/** Records an entry about a user in the audit log of one of their workspaces, in the caller's transaction. */
export async function recordMemberAudit(
  tx: Context,
  { workspace_id: workspaceId, id, name, email }: Membership,
  { action, actor, data }: UserAuditEntry,
): Promise<void> {
  const isOwn = actor === 'user'
  await recordAudit(
    { ...tx, workspaceId, actor: isOwn ? { type: 'member', id } : { type: 'system', id: null } },
    action,
    id,
    { ...(!isOwn && { name, email }), ...data },
  )
}
