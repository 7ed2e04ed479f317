import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import { listPage, readPage } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/pagination.ts'
import { filterTickets } from './filter-tickets.ts'
import { getTickets } from './get-ticket.ts'
import type { Ticket, ListTicketsQuery } from './schema.ts'
import { TICKET_ORDERS } from './ticket-orders.ts'

/**
 * Returns one page of tickets, sorted by `sort` (default: most recently changed first). @throws {AppError}
 * invalid_cursor, validation_failed
 */
export async function listTickets(
  scope: Scope,
  input: Static<typeof ListTicketsQuery>,
): Promise<Page<Ticket>> {
  const order = TICKET_ORDERS[input.sort ?? 'updated']
  const tickets = selectFrom(scope, 'tickets').select(['id', 'updated_at', 'due_at', 'priority'])
  const filtered = await filterTickets(scope, tickets, input)
  const page = await listPage(filtered, order, input, (row) => row)
  return readPage(page, (ids) => getTickets(scope, ids))
}
