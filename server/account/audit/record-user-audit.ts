import type { Context } from '#context.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { recordAudit } from './record-audit.ts'

/**
 * Records an entry about a user in the audit log of each of their workspaces, in the caller's transaction. An entry of
 * the operator also names the user.
 */
export async function recordUserAudit(
  tx: Context,
  user: { id: string; name: string; email: string },
  entry: { action: AuditAction; byOperator: boolean },
): Promise<void> {
  const { action, byOperator } = entry
  // Select the memberships in all workspaces, because each workspace has its own audit log.
  const memberships = await tx.db
    .selectFrom('memberships')
    .select(['workspace_id', 'id'])
    .where('user_id', '=', user.id)
    .where('removed_at', 'is', null)
    .execute()
  for (const { workspace_id: workspaceId, id } of memberships)
    await recordAudit(
      {
        ...tx,
        workspaceId,
        actor: byOperator ? { type: 'system', id: null } : { type: 'member', id },
      },
      {
        action,
        targetType: 'member',
        targetId: id,
        ...(byOperator && { data: { name: user.name, email: user.email } }),
      },
    )
}
