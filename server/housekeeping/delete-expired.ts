import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { MAIN_SHARD, shardOf } from '#db/shards.ts'
import type { TableName } from '#db/tables.ts'
import { IDEMPOTENCY_MS } from '#lib/idempotency.ts'
import { DRAFT_DAYS, OWN_DRAFT_DAYS } from '#shared/drafts.ts'

const BATCH = 1_000
const DAY_MS = 86_400_000

/** Rows that are deleted once their time `at` is `afterMs` ago. `key` has the columns of their key, without the workspace. */
type Expiring = { table: TableName; key: string[]; at: string; afterMs: number; batch?: number }

const TENANT: readonly Expiring[] = [
  // The row of an effect in the outbox is deleted right after it was applied, or within seconds.
  { table: 'applied_effects', key: ['id'], at: 'applied_at', afterMs: 7 * DAY_MS },
  { table: 'idempotency_keys', key: ['route', 'key'], at: 'created_at', afterMs: IDEMPOTENCY_MS },
  { table: 'reply_drafts', key: ['id'], at: 'created_at', afterMs: DRAFT_DAYS * DAY_MS },
  {
    table: 'own_drafts',
    key: ['membership_id', 'chat_id', 'kind'],
    at: 'updated_at',
    afterMs: OWN_DRAFT_DAYS * DAY_MS,
  },
  // Those that could not be sent.
  { table: 'held_replies', key: ['id'], at: 'created_at', afterMs: OWN_DRAFT_DAYS * DAY_MS },
  { table: 'macro_runs', key: ['id', 'chat_id'], at: 'created_at', afterMs: DAY_MS },
  // A browser that was signed out long ago; members who are gone for five minutes are offline.
  {
    table: 'member_activity',
    key: ['membership_id', 'device_id'],
    at: 'seen_at',
    afterMs: 7 * DAY_MS,
  },
  // A visitor who does not come back. The messages stay.
  { table: 'web_chat_sessions', key: ['id'], at: 'last_seen_at', afterMs: 180 * DAY_MS },
  // Few, because each can have tens of thousands of items, which are deleted with it.
  { table: 'bulk_actions', key: ['id'], at: 'expires_at', afterMs: 0, batch: 5 },
]

const DIRECTORY: readonly Expiring[] = [
  { table: 'sessions', key: ['id'], at: 'expires_at', afterMs: 0 },
  { table: 'second_steps', key: ['hash'], at: 'expires_at', afterMs: 0 },
  { table: 'sso_attempts', key: ['hash'], at: 'expires_at', afterMs: 0 },
  // A code is kept for a day, so that its second use is noticed.
  { table: 'app_codes', key: ['hash'], at: 'expires_at', afterMs: DAY_MS },
  { table: 'app_tokens', key: ['hash'], at: 'expires_at', afterMs: 0 },
  { table: 'used_challenges', key: ['hash'], at: 'expires_at', afterMs: 0 },
  { table: 'attempt_counts', key: ['id'], at: 'full_at', afterMs: 0 },
  // A process that was killed is shown as lost for a day.
  { table: 'processes', key: ['id'], at: 'seen_at', afterMs: DAY_MS },
  { table: 'verifications', key: ['id'], at: 'expires_at', afterMs: 0 },
]

/** Deletes expired rows in small batches, until none is left or `signal` is aborted. */
export async function deleteExpired(
  context: Pick<Context, 'db' | 'directory' | 'clock' | 'shard'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now().getTime()
  const directory = shardOf(context) === MAIN_SHARD ? DIRECTORY : []
  for (const expiring of [...directory, ...TENANT]) {
    const { afterMs, batch = BATCH } = expiring
    const isTenant = TENANT.includes(expiring)
    const deletion = deleteBatch(expiring, new Date(now - afterMs), batch, isTenant)
    const db = isTenant ? context.db : context.directory
    while (!signal?.aborted) if (affectedRows(await deletion.execute(db)) < batch) break
  }
}

/** Returns the deletion of one batch. It skips locked rows; the next run deletes them. */
function deleteBatch(
  { table, key, at }: Expiring,
  since: Date,
  batch: number,
  isTenant: boolean,
): RawBuilder<unknown> {
  const [name, time] = [sql.table(table), sql.ref(at)]
  const columns = sql.join((isTenant ? ['workspace_id', ...key] : key).map((each) => sql.ref(each)))
  const mark = isTenant ? sql`/* across workspaces: these rows have expired */` : sql``
  const here = isTenant ? sql`and is_here(workspace_id) order by ${time}` : sql``
  return sql`${mark}
    delete from ${name} where (${columns}) in (
      select ${columns} from ${name} where ${time} < ${since} ${here}
      limit ${batch} for update skip locked)`
}
