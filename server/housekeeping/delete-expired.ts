import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { IDEMPOTENCY_MS } from '#lib/idempotency.ts'

const BATCH = 1_000

/**
 * Deletes expired idempotency keys (after a day), sessions, started sign-ins, used challenges, verifications and counts of
 * attempts in small batches, until none is left or `signal` is aborted.
 */
export async function deleteExpired(
  context: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now()
  const dayAgo = new Date(now.getTime() - IDEMPOTENCY_MS)
  // Skip locked rows; the next run deletes them.
  const deletions = [
    sql`/* across workspaces: these rows have expired */
      delete from idempotency_keys where (workspace_id, route, key) in (
      select workspace_id, route, key from idempotency_keys where created_at < ${dayAgo}
      order by created_at limit ${BATCH} for update skip locked)`,
    sql`delete from sessions where id in (
      select id from sessions where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from second_steps where hash in (
      select hash from second_steps where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from sso_attempts where hash in (
      select hash from sso_attempts where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from used_challenges where hash in (
      select hash from used_challenges where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from attempt_counts where id in (
      select id from attempt_counts where full_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from verifications where id in (
      select id from verifications where expires_at < ${now} limit ${BATCH} for update skip locked)`,
  ]
  for (const deletion of deletions) {
    while (!signal?.aborted) {
      const { numAffectedRows } = await deletion.execute(context.db)
      if ((numAffectedRows ?? 0n) < BigInt(BATCH)) break
    }
  }
}
