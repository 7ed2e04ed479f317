import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import type { AuditAction } from '#shared/audit-actions.ts'

/**
 * An action and its target; `targetType` is for example `api_key`. `data` is written for readers: names, and
 * the old and new value of each changed field (`{ role: { from, to } }`). It must not contain secrets.
 */
export type AuditEntryInput = {
  action: AuditAction
  targetType: string
  targetId: string | null
  data?: Record<string, unknown>
}

/**
 * Records an action of the scope's actor in the audit log. Call it in the transaction that performs the action.
 */
export async function recordAudit(
  tx: Pick<Scope, 'db' | 'workspaceId' | 'actor' | 'clock'>,
  { action, targetType, targetId, data }: AuditEntryInput,
): Promise<void> {
  await tx.db
    .insertInto('audit_entries')
    .values({
      workspace_id: tx.workspaceId,
      id: newId(),
      actor_type: tx.actor.type,
      actor_id: tx.actor.id,
      action,
      target_type: targetType,
      target_id: targetId,
      data: JSON.stringify(data ?? {}),
      occurred_at: tx.clock.now(),
    })
    .execute()
}
