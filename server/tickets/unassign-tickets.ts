import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { readTickets } from './read-tickets.ts'
import { recordTicketChanges } from './record-ticket-changes.ts'
import type { Ticket } from './schema.ts'

/**
 * Unassigns up to `limit` open tickets from a member in the caller's transaction, which must record the
 * returned events.
 */
export async function unassignTickets(
  tx: Scope,
  membershipId: string,
  limit: number,
): Promise<{ type: 'ticket.updated'; data: Ticket }[]> {
  const tickets = await selectFrom(tx, 'tickets')
    .select('id')
    .where('assignee_id', '=', membershipId)
    .where('status', 'in', ['open', 'pending'])
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  if (tickets.length === 0) return []
  const ids = tickets.map(({ id }) => id)
  await updateTable(tx, 'tickets')
    .set({ assignee_id: null, updated_at: tx.clock.now() })
    .where('id', 'in', ids)
    .execute()
  await recordTicketChanges(
    tx,
    ids.map((ticketId) => ({
      ticketId,
      kind: 'assigned',
      data: { assignee_id: null, previous_assignee_id: membershipId },
    })),
  )
  return (await readTickets(tx, ids)).map((data) => ({ type: 'ticket.updated', data }))
}
