import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { readTickets } from './read-tickets.ts'
import { recordTicketChanges } from './record-ticket-changes.ts'
import type { Ticket } from './schema.ts'

/** Removes up to `limit` tickets from a team, in the caller's transaction, which records the returned events. */
export async function removeTicketsFromTeam(
  tx: Scope,
  teamId: string,
  limit: number,
): Promise<{ type: 'ticket.updated'; data: Ticket }[]> {
  const tickets = await selectFrom(tx, 'tickets')
    .select('id')
    .where('team_id', '=', teamId)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  if (tickets.length === 0) return []
  const ids = tickets.map(({ id }) => id)
  await updateTable(tx, 'tickets')
    .set({ team_id: null, updated_at: sql`greatest(updated_at, ${tx.clock.now()})` })
    .where('id', 'in', ids)
    .execute()
  await recordTicketChanges(
    tx,
    ids.map((ticketId) => ({
      ticketId,
      kind: 'team',
      data: { team_id: null, previous_team_id: teamId },
    })),
  )
  return (await readTickets(tx, ids)).map((data) => ({ type: 'ticket.updated', data }))
}
