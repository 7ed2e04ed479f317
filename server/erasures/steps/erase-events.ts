import { sql } from 'kysely'
import { affectedRows } from '#db/affected-rows.ts'
import { containsAny, scan } from '../scan.ts'
import type { Step } from '../step.ts'

const BATCH = 2_000

/**
 * Deletes the events about the contact with their deliveries and attempts, from the feed too. An event about another
 * contact is deleted when it names this one, as that of a merge does.
 */
export const eraseEvents: Step = {
  name: 'events',
  async run(tx, { subject, cursor }) {
    const { workspaceId } = tx
    const ids = [...subject.contactIds, ...subject.chatIds]
    const { rows, next } = await scan<{ id: string; is_theirs: boolean }>(
      tx,
      {
        table: 'events',
        key: { id: 'uuid' },
        columns: sql`${containsAny(sql`body`, ids)} as is_theirs`,
        limit: BATCH,
      },
      cursor,
    )
    const theirs = rows.filter((row) => row.is_theirs).map(({ id }) => id)
    if (theirs.length === 0) return { counts: {}, next }
    // Locked like a deletion after the retention time, so that nobody creates a delivery in between.
    await sql`
      select from events where workspace_id = ${workspaceId} and id = any (${theirs}::uuid[])
      order by id for update`.execute(tx.db)
    const { rows: found } = await sql<{ id: string; ordering_key: string | null }>`
      select delivery.id, delivery.ordering_key from unnest(${theirs}::uuid[]) as event (id)
      join webhook_deliveries as delivery on delivery.workspace_id = ${workspaceId}
        and delivery.event_id = event.id
        and delivery.id between (left(event.id::text, 19) || '8000-000000000000')::uuid
          and (left(event.id::text, 19) || 'bfff-ffffffffffff')::uuid`.execute(tx.db)
    const deliveries = found.map(({ id }) => id)
    const attempts = await sql`
      delete from webhook_attempts
      where workspace_id = ${workspaceId} and delivery_id = any (${deliveries}::uuid[])`.execute(
      tx.db,
    )
    const deleted = await sql`
      delete from webhook_deliveries
      where workspace_id = ${workspaceId} and id = any (${deliveries}::uuid[])`.execute(tx.db)
    const keys = [...new Set(found.flatMap((row) => row.ordering_key ?? []))]
    // Deliveries of a group's other messages no longer wait for the deleted ones.
    await sql`
      update webhook_deliveries set held = false
      where workspace_id = ${workspaceId} and status = 'pending' and held
        and ordering_key = any (${keys}::text[])`.execute(tx.db)
    const events = await sql`
      delete from events
      where workspace_id = ${workspaceId} and id = any (${theirs}::uuid[])`.execute(tx.db)
    return {
      counts: {
        attempts: affectedRows(attempts),
        deliveries: affectedRows(deleted),
        events: affectedRows(events),
      },
      next,
    }
  },
}
