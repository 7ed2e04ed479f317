import type { Scope } from '#context.ts'
import { findById } from '#db/find-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { toTicket } from './schema.ts'
import type { Ticket } from './schema.ts'

/** Returns the ticket with this id. @throws {AppError} ticket_not_found */
export async function getTicket(scope: Scope, id: string): Promise<Ticket> {
  const row = await findById(scope, 'tickets', id)
  if (!row) throw ticketNotFound(id)
  return toTicket(row)
}

/** Creates the error for an id without a ticket in the workspace. */
export function ticketNotFound(id: string): AppError {
  return new AppError('ticket_not_found', `There is no ticket ${id} in this workspace.`)
}
