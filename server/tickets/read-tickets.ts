import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { toTicket } from './schema.ts'
import type { Ticket } from './schema.ts'
import { ticketQuery } from './ticket-query.ts'

/** Returns the tickets with these ids, in the order of their ids. */
export async function readTickets(scope: Scope, ids: string[]): Promise<Ticket[]> {
  if (ids.length === 0) return []
  const rows = await ticketQuery(scope)
    .where('tickets.id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('tickets.id')
    .execute()
  return rows.map((row) => toTicket(scope, row))
}
