import { sql } from 'kysely'
import { transaction } from '#db/transaction.ts'
import { lastOf } from '#lib/last-of.ts'
import { deletedUntil, TRIM_BATCH } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/**
 * Deletes old events without deliveries in the order of their positions. In the same transaction it records up
 * to which position events may be missing, so that the feed rejects older cursors instead of skipping events
 * silently.
 */
export async function* trimEvents(workspace: TrimmedWorkspace): Trim {
  for (let after = 0; ;) {
    const page = await readPage(workspace, after)
    const since = deletedUntil(workspace, 'events')
    // Positions are assigned in commit order, so hardly any old events follow the first recent one.
    const young = page.findIndex((event) => event.created_at >= since)
    const old = young === -1 ? page : page.slice(0, young)
    if (old.length > 0)
      await deleteEvents(
        workspace,
        old.map((event) => event.id),
      )
    yield old.length
    if (old.length < TRIM_BATCH) return
    after = lastOf(old).position
  }
}

async function readPage({ db, workspaceId }: TrimmedWorkspace, after: number) {
  return db
    .selectFrom('events')
    .select(['id', 'position', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(TRIM_BATCH)
    .execute()
}

/**
 * Deletes the events that have no delivery. They are locked first and checked in a separate statement, whose
 * snapshot includes everything committed until then; code that creates a delivery for an old event locks the
 * event too. The counter is updated last, as in every transaction.
 *
 * The limit makes PostgreSQL look up each event by its key. A join would read every delivery.
 */
async function deleteEvents(workspace: TrimmedWorkspace, ids: string[]): Promise<void> {
  const { workspaceId } = workspace
  await transaction(workspace, async ({ db }) => {
    const { rows: locked } = await sql<{ id: string }>`
      select id from events
      where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
      for update skip locked`.execute(db)
    const { rows: deleted } = await sql<{ position: number }>`
      delete from events
      where workspace_id = ${workspaceId} and id = any (${locked.map((row) => row.id)}::uuid[])
        and (
          select true from webhook_deliveries as delivery
          where delivery.workspace_id = ${workspaceId} and delivery.event_id = events.id
            and delivery.id between (left(events.id::text, 19) || '8000-000000000000')::uuid
              and (left(events.id::text, 19) || 'bfff-ffffffffffff')::uuid
          limit 1
        ) is null
      returning position`.execute(db)
    if (deleted.length === 0) return
    const last = Math.max(...deleted.map((row) => row.position))
    await sql`
      update workspace_counters set trimmed_position = greatest(trimmed_position, ${last}::bigint)
      where workspace_id = ${workspaceId}`.execute(db)
  })
}
