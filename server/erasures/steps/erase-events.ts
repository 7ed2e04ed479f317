import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'
import { updateTable } from '#db/select-from.ts'
import { ERASED } from '#inbound/ingest/prune-payload.ts'
import { containsAny, scan } from '../scan.ts'
import type { Step } from '../step.ts'
import type { Subject } from '../subject.ts'

const BATCH = 2_000

/**
 * Deletes the events about the contact with their deliveries and attempts, from the feed too. An event about another
 * contact is deleted when it names this one, as that of a merge does. From one that only shows its address, as the
 * answer to it in a group does, the address is removed.
 */
export const eraseEvents: Step = {
  name: 'events',
  async run(tx, { subject, cursor, requestedAt }) {
    const { workspaceId } = tx
    const ids = [...subject.contactIds, ...subject.chatIds]
    const { rows, next } = await scan<{
      id: string
      is_theirs: boolean
      named_body: string | null
    }>(tx, {
      table: 'events',
      columns: sql`${containsAny(sql`body`, ids)} as is_theirs,
          case when created_at <= ${requestedAt} and ${containsAny(sql`body`, subject.values)}
            then body end as named_body`,
      limit: BATCH,
      cursor,
    })
    const theirs = rows.filter((row) => row.is_theirs).map(({ id }) => id)
    const redacted = await redactOthers(
      tx,
      rows.filter((row) => !row.is_theirs),
      subject,
    )
    if (theirs.length === 0) return { counts: { redacted_events: redacted }, next }
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
    const attempts = await deleteRows(tx, 'webhook_attempts', 'delivery_id', deliveries)
    const deleted = await deleteRows(tx, 'webhook_deliveries', 'id', deliveries)
    const keys = [...new Set(found.flatMap((row) => row.ordering_key ?? []))]
    // Deliveries of a group's other messages no longer wait for the deleted ones.
    await sql`
      update webhook_deliveries set held = false
      where workspace_id = ${workspaceId} and status = 'pending' and held
        and ordering_key = any (${keys}::text[])`.execute(tx.db)
    const events = await deleteRows(tx, 'events', 'id', theirs)
    return {
      counts: { attempts, deliveries: deleted, events, redacted_events: redacted },
      next,
    }
  },
}

async function redactOthers(
  tx: Scope,
  rows: { id: string; named_body: string | null }[],
  subject: Subject,
): Promise<number> {
  const addresses = new Set(subject.values)
  let count = 0
  for (const { id, named_body: body } of rows) {
    if (body === null) continue
    const redacted = JSON.stringify(
      JSON.parse(body, (_name, value: unknown) =>
        typeof value === 'string' && addresses.has(value.toLowerCase()) ? ERASED : value,
      ),
    )
    if (redacted === body) continue
    count++
    await updateTable(tx, 'events').set({ body: redacted }).where('id', '=', id).execute()
  }
  return count
}
