import { sql } from 'kysely'
import type { Context, Scope, WithDb } from '#db/context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { transaction } from '#db/transaction.ts'
import { firstId } from '#lib/ids.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { recordAudit } from './record-audit.ts'
import { membershipsOf, recordMemberAudit } from './record-user-audit.ts'

/** The entries of one action about one target within an hour. Further failures only raise a count. */
const ENTRIES_MAX = 10
const HOUR_MS = 3_600_000

/**
 * Records that somebody failed to prove to be a user, in the audit log of each of the user's workspaces. After ten
 * entries within an hour, the last one counts the further failures (`more`), so that a flood cannot fill the table.
 */
export async function recordFailure(
  context: Context,
  userId: string,
  entry: {
    action: Extract<AuditAction, 'member.sign_in_failed' | 'member.confirmation_failed'>
    actor: 'user' | 'system'
    data: Record<string, unknown>
  },
): Promise<void> {
  for (const membership of await membershipsOf(context, userId)) {
    const there = await inWorkspace(context, membership.workspace_id)
    await transaction(there, async (tx) => {
      await lock(tx, membership.id)
      const place = { action: entry.action, targetId: membership.id }
      if (!(await countFurther({ ...tx, workspaceId: membership.workspace_id }, place)))
        await recordMemberAudit(tx, membership, entry)
    })
  }
}

/** Records a failure in the audit log of the scope's workspace. Ten entries per reason and hour, as for users. */
export async function recordBounded(
  scope: Scope,
  action: AuditAction,
  targetId: string,
  data: Record<string, unknown> & { reason: string },
): Promise<void> {
  await transaction(scope, async (tx) => {
    await lock(tx, targetId)
    if (!(await countFurther(tx, { action, targetId, reason: data.reason })))
      await recordAudit(tx, action, targetId, data)
  })
}

async function lock(tx: WithDb, id: string): Promise<void> {
  const key = `audit failures ${id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.db)
}

/** Counts a failure in the last entry if there are enough of them, and returns whether it did. */
async function countFurther(
  { db, workspaceId, clock }: Pick<Scope, 'db' | 'workspaceId' | 'clock'>,
  { action, targetId, reason }: { action: AuditAction; targetId: string; reason?: string },
): Promise<boolean> {
  const recent = await db
    .selectFrom('audit_entries')
    .select(['id', 'data'])
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', action)
    .where('target_id', '=', targetId)
    .where('id', '>=', firstId(new Date(clock.now().getTime() - HOUR_MS)))
    .$if(reason !== undefined, (query) => query.where(sql`data->>'reason'`, '=', reason!))
    .orderBy('id', 'desc')
    .limit(ENTRIES_MAX)
    .execute()
  const [last] = recent
  if (!last || recent.length < ENTRIES_MAX) return false
  const more = Number(last.data['more'] ?? 0) + 1
  await db
    .updateTable('audit_entries')
    .set({ data: JSON.stringify({ ...last.data, more }) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', last.id)
    .execute()
  return true
}
