import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import type { AuditAction } from './actions.ts'

/**
 * What was done, and to what: `targetType` such as `api_key`. `data` is for the reader: names, and for a change what
 * became of each field (`{ role: { from, to } }`). It never holds a secret.
 */
export type AuditEntryInput = {
  action: AuditAction
  targetType: string
  targetId: string | null
  data?: Record<string, unknown>
}

/** Notes in the audit log what the scope's actor did, in the transaction of what it tells of. */
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
