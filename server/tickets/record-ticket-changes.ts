import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { newId } from '#lib/ids.ts'
import type { TicketChangeKind } from '#shared/tickets.ts'

/** One entry of the history of a ticket. `TicketChange` describes `data`. */
export type NewTicketChange = {
  ticketId: string
  kind: TicketChangeKind
  data?: Record<string, unknown>
}

/** Records changes of tickets by the scope's actor, at `at`, in the caller's transaction. */
export async function recordTicketChanges(
  tx: Scope,
  changes: NewTicketChange[],
  at: Date = tx.clock.now(),
): Promise<void> {
  if (changes.length === 0) return
  const rows = bulkRows('change', changes, {
    id: ['uuid', () => newId()],
    ticket_id: ['uuid', (change) => change.ticketId],
    kind: ['text', (change) => change.kind],
    data: ['jsonb', (change) => JSON.stringify(change.data ?? {})],
  })
  await sql`
    insert into ticket_changes (workspace_id, actor_type, actor_id, occurred_at, ${rows.columns})
    select ${tx.workspaceId}, ${tx.actor.type}, ${tx.actor.id}::uuid, ${at}::timestamptz, ${rows.columns}
    from ${rows}`.execute(tx.db)
}
