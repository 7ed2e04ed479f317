import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import { listPage } from '#db/list-page.ts'
import type { Page } from '#lib/pagination.ts'
import { filterTickets } from './filter-tickets.ts'
import { toTicket } from './schema.ts'
import type { Ticket, ListTicketsQuery } from './schema.ts'
import { TICKET_ORDERS } from './ticket-orders.ts'
import { ticketQuery } from './ticket-query.ts'

/**
 * Returns one page of tickets, sorted by `sort` (default: most recently changed first). @throws {AppError}
 * invalid_cursor, validation_failed
 */
export async function listTickets(
  scope: Scope,
  input: Static<typeof ListTicketsQuery>,
): Promise<Page<Ticket>> {
  const order = TICKET_ORDERS[input.sort ?? 'updated']
  return listPage(await filterTickets(scope, ticketQuery(scope), input), order, input, (row) =>
    toTicket(scope, row),
  )
}
