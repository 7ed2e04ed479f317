import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { affectedRows } from '#db/affected-rows.ts'

/** Few, because each can have tens of thousands of items, which are deleted with it. */
const BATCH = 5

/** Deletes bulk actions that have expired, with their items, until none is left or `signal` is aborted. */
export async function deleteBulkActions(
  context: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    // Skip locked rows; the next run deletes them.
    const deleted = await sql`/* across workspaces: these rows have expired */
      delete from bulk_actions where (workspace_id, id) in (
      select workspace_id, id from bulk_actions where expires_at < ${context.clock.now()} and is_here(workspace_id)
      order by expires_at limit ${BATCH} for update skip locked)`.execute(context.db)
    if (affectedRows(deleted) < BATCH) return
  }
}
