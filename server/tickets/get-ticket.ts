import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { isUuid } from '#lib/ids.ts'
import { readTickets } from './read-tickets.ts'
import type { Ticket } from './schema.ts'

/** Returns the tickets with these ids, in the order of the ids; undefined for unknown ids. */
export async function getTickets(scope: Scope, ids: string[]): Promise<(Ticket | undefined)[]> {
  const tickets = await readTickets(scope, ids.filter(isUuid))
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  return ids.map((id) => byId.get(id.toLowerCase()))
}

/** Returns the ticket with this id. @throws {AppError} ticket_not_found */
export async function getTicket(scope: Scope, id: string): Promise<Ticket> {
  const [ticket] = await getTickets(scope, [id])
  if (!ticket) throw notFound('tickets', id)
  return ticket
}
