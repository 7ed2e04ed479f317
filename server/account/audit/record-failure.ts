import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { firstId } from '#lib/ids.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { membershipsOf, recordMemberAudit } from './record-user-audit.ts'

/** The entries of one action about one user within an hour. Further failures only raise a count. */
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
  await transaction(context, async (tx) => {
    const lock = `audit failures ${userId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
    const after = firstId(new Date(tx.clock.now().getTime() - HOUR_MS))
    for (const membership of await membershipsOf(tx, userId)) {
      const recent = await tx.db
        .selectFrom('audit_entries')
        .select(['id', 'data'])
        .where('workspace_id', '=', membership.workspace_id)
        .where('action', '=', entry.action)
        .where('target_id', '=', membership.id)
        .where('id', '>=', after)
        .orderBy('id', 'desc')
        .limit(ENTRIES_MAX)
        .execute()
      const [last] = recent
      if (!last || recent.length < ENTRIES_MAX) await recordMemberAudit(tx, membership, entry)
      else
        await tx.db
          .updateTable('audit_entries')
          .set({ data: JSON.stringify({ ...last.data, more: Number(last.data['more'] ?? 0) + 1 }) })
          .where('workspace_id', '=', membership.workspace_id)
          .where('id', '=', last.id)
          .execute()
    }
  })
}
