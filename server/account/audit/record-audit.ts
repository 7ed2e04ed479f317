import type { Effect, Scope } from '#context.ts'
import { defer } from '#db/effects.ts'
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

type Row = {
  id: string
  action: AuditAction
  target_type: string
  target_id: string | null
  data: string
  occurred_at: Date
}

/** Writes an entry of the audit log that a transaction of the directory deferred. */
export const auditEffect: Effect<Row> = {
  kind: 'audit',
  apply: (tx, row) => insertEntry(tx, { ...row, occurred_at: new Date(row.occurred_at) }),
}

/**
 * Records an action of the scope's actor in the audit log. Call it in the transaction that performs the action; in one of
 * the directory, the entry is written right after it.
 */
export async function recordAudit(
  tx: Pick<Scope, 'db' | 'workspaceId' | 'actor' | 'clock' | 'deferred'>,
  { action, targetType, targetId, data }: AuditEntryInput,
): Promise<void> {
  const row = {
    id: newId(),
    action,
    target_type: targetType,
    target_id: targetId,
    data: JSON.stringify(data ?? {}),
    occurred_at: tx.clock.now(),
  }
  if (tx.deferred) await defer(tx, auditEffect, row)
  else await insertEntry(tx, row)
}

async function insertEntry(
  { db, workspaceId, actor }: Pick<Scope, 'db' | 'workspaceId' | 'actor'>,
  row: Row,
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({ ...row, workspace_id: workspaceId, actor_type: actor.type, actor_id: actor.id })
    .execute()
}
