import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { recordEvents } from '#events/record-events.ts'
import { getTicket } from './get-ticket.ts'
import { recordTicketChanges } from './record-ticket-changes.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'
import type { Ticket } from './schema.ts'

/**
 * Records changes of one locked ticket in its history, and `ticket.updated`. Call it last in the transaction. Returns the
 * ticket with its new time of change.
 */
export async function saveTicketChanges(
  tx: Scope,
  ticketId: string,
  changes: NewTicketChange[],
  now: Date = tx.clock.now(),
): Promise<Ticket> {
  await updateTable(tx, 'tickets')
    // Never decreases, even when the clocks of machines differ: readers recognise the newer state by it.
    .set({ updated_at: sql`greatest(updated_at, ${now})` })
    .where('id', '=', ticketId)
    .execute()
  await recordTicketChanges(tx, changes, now)
  const ticket = await getTicket(tx, ticketId)
  await recordEvents(tx, [{ type: 'ticket.updated', data: ticket }])
  return ticket
}
