import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { MAIN_SHARD, shardOf } from '#db/shards.ts'
import { IDEMPOTENCY_MS } from '#lib/idempotency.ts'
import { DRAFT_DAYS } from '#shared/drafts.ts'

const BATCH = 1_000
const DRAFTS_MS = DRAFT_DAYS * 86_400_000
/** How long it is known that an effect was applied. Its row in the outbox is deleted right after, or within seconds. */
const EFFECTS_MS = 7 * 86_400_000
/** How long a visitor of a web chat is known who does not come back. The messages stay. */
const VISITORS_MS = 180 * 86_400_000

/**
 * Deletes expired idempotency keys and codes of apps (after a day), sessions, started sign-ins, used challenges, tokens of apps,
 * verifications, counts of attempts, processes that were killed a day ago and, after a week, marks of applied effects and drafts of replies, and after 180 days
 * visitors of web chats in small batches, until none is left or `signal` is aborted.
 */
export async function deleteExpired(
  context: Pick<Context, 'db' | 'directory' | 'clock' | 'shard'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now()
  const dayAgo = new Date(now.getTime() - IDEMPOTENCY_MS)
  // Skip locked rows; the next run deletes them.
  const draftsSince = new Date(now.getTime() - DRAFTS_MS)
  const effectsSince = new Date(now.getTime() - EFFECTS_MS)
  const visitorsSince = new Date(now.getTime() - VISITORS_MS)
  const tenant = [
    sql`/* across workspaces: these rows are old */
      delete from applied_effects where (workspace_id, id) in (
      select workspace_id, id from applied_effects where applied_at < ${effectsSince} and is_here(workspace_id)
      order by applied_at limit ${BATCH} for update skip locked)`,
    sql`/* across workspaces: these rows have expired */
      delete from idempotency_keys where (workspace_id, route, key) in (
      select workspace_id, route, key from idempotency_keys where created_at < ${dayAgo} and is_here(workspace_id)
      order by created_at limit ${BATCH} for update skip locked)`,
    sql`/* across workspaces: these rows have expired */
      delete from reply_drafts where (workspace_id, id) in (
      select workspace_id, id from reply_drafts where created_at < ${draftsSince} and is_here(workspace_id)
      order by created_at limit ${BATCH} for update skip locked)`,
    sql`/* across workspaces: these rows have expired */
      delete from web_chat_sessions where (workspace_id, id) in (
      select workspace_id, id from web_chat_sessions where last_seen_at < ${visitorsSince} and is_here(workspace_id)
      order by last_seen_at limit ${BATCH} for update skip locked)`,
  ]
  const directory = [
    sql`delete from sessions where id in (
      select id from sessions where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from second_steps where hash in (
      select hash from second_steps where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from sso_attempts where hash in (
      select hash from sso_attempts where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    // A code is kept for a day, so that its second use is noticed.
    sql`delete from app_codes where hash in (
      select hash from app_codes where expires_at < ${dayAgo} limit ${BATCH} for update skip locked)`,
    sql`delete from app_tokens where hash in (
      select hash from app_tokens where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from used_challenges where hash in (
      select hash from used_challenges where expires_at < ${now} limit ${BATCH} for update skip locked)`,
    sql`delete from attempt_counts where id in (
      select id from attempt_counts where full_at < ${now} limit ${BATCH} for update skip locked)`,
    // A process that was killed is shown as lost for a day.
    sql`delete from processes where id in (
      select id from processes where seen_at < ${dayAgo} limit ${BATCH} for update skip locked)`,
    sql`delete from verifications where id in (
      select id from verifications where expires_at < ${now} limit ${BATCH} for update skip locked)`,
  ]
  const deletions = [
    ...tenant.map((deletion) => ({ deletion, db: context.db })),
    ...(shardOf(context) === MAIN_SHARD ? directory : []).map((deletion) => ({
      deletion,
      db: context.directory,
    })),
  ]
  for (const { deletion, db } of deletions) {
    while (!signal?.aborted) {
      const { numAffectedRows } = await deletion.execute(db)
      if ((numAffectedRows ?? 0n) < BigInt(BATCH)) break
    }
  }
}
