import type { Scope } from '../context.ts'
import { AppError } from '../lib/errors.ts'
import { isUuid } from '../lib/ids.ts'
import { toTicket } from './schema.ts'
import type { Ticket } from './schema.ts'

/** The ticket with this id. @throws {AppError} ticket_not_found */
export async function getTicket(scope: Scope, id: string): Promise<Ticket> {
  const row = isUuid(id)
    ? await scope.db
        .selectFrom('tickets')
        .selectAll()
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw ticketNotFound(id)
  return toTicket(row)
}

/** The error for an id that names no ticket of the workspace. */
export function ticketNotFound(id: string): AppError {
  return new AppError('ticket_not_found', `There is no ticket ${id} in this workspace.`)
}
