import type { Effect, Scope } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { defer } from '#db/outbox/defer.ts'
import { newId } from '#lib/ids.ts'
import type { AuditAction } from '#shared/audit-actions.ts'

/** The types of the targets of actions, by an action or by what it begins with, where the type is not that beginning. */
const TARGET_TYPES: Readonly<Record<string, string>> = {
  'member.invited': 'invitation',
  'sso.domain_added': 'domain',
  'sso.domain_verified': 'domain',
  'sso.domain_lapsed': 'domain',
  'sso.domain_removed': 'domain',
  app: 'api_key',
  inbound: 'payload',
  opt_out_settings: 'workspace',
  csat_settings: 'workspace',
  web_chat: 'channel',
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
    await insertInto(db, 'audit_entries', {
      ...row,
      occurred_at: new Date(occurred_at),
      workspace_id: workspaceId,
      actor_type: actor.type,
      actor_id: actor.id,
    })
  },
}

/**
 * Records an action of the scope's actor in the audit log. Call it in the transaction that performs the action; in one of
 * the directory, the entry is written right after it. `data` is written for readers: names, and the old and new value of
 * each changed field (`{ role: { from, to } }`). It must not contain secrets.
 */
export async function recordAudit(
  tx: Pick<Scope, 'db' | 'workspaceId' | 'actor' | 'clock' | 'deferred'>,
  action: AuditAction,
  targetId: string | null,
  data: Record<string, unknown> = {},
): Promise<void> {
  await defer(tx, auditEffect, {
    id: newId(),
    action,
    target_type: targetTypeOf(action),
    target_id: targetId,
    data: JSON.stringify(data),
    occurred_at: tx.clock.now(),
  })
}

function targetTypeOf(action: AuditAction): string {
  const subject = action.slice(0, action.indexOf('.'))
  return TARGET_TYPES[action] ?? TARGET_TYPES[subject] ?? subject
}
