import type { Effect, Scope } from '#context.ts'
import { defer } from '#db/outbox/effects.ts'
import { newId } from '#lib/ids.ts'
import { textBefore } from '#lib/text-before.ts'
import type { AuditAction } from '#shared/audit-actions.ts'

/**
 * An action and its target; `targetType`, such as `api_key`, is by default the first word of the action. `data` is written for
 * readers: names, and the old and new value of each changed field (`{ role: { from, to } }`). It must not contain secrets.
 */
export type AuditEntryInput = {
  action: AuditAction
  targetType?: string
  targetId: string | null
  data?: Record<string, unknown>
}

type Row = {
  id: string
  action: AuditAction
  target_type: string
  target_id: string | null
  data: string
  occurred_at: Date
}

/** Writes an entry of the audit log. */
export const auditEffect: Effect<Row> = {
  kind: 'audit',
  async apply({ db, workspaceId, actor }, { occurred_at, ...row }) {
    await db
      .insertInto('audit_entries')
      .values({
        ...row,
        occurred_at: new Date(occurred_at),
        workspace_id: workspaceId,
        actor_type: actor.type,
        actor_id: actor.id,
      })
      .execute()
  },
}

/**
 * Records an action of the scope's actor in the audit log. Call it in the transaction that performs the action; in one of
 * the directory, the entry is written right after it.
 */
export async function recordAudit(
  tx: Pick<Scope, 'db' | 'workspaceId' | 'actor' | 'clock' | 'deferred'>,
  { action, targetType = textBefore(action, '.'), targetId, data }: AuditEntryInput,
): Promise<void> {
  await defer(tx, auditEffect, {
    id: newId(),
    action,
    target_type: targetType,
    target_id: targetId,
    data: JSON.stringify(data ?? {}),
    occurred_at: tx.clock.now(),
  })
}
