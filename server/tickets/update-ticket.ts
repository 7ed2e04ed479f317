import type { Scope } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { recordEvents } from '../events/record-events.ts'
import { isUuid } from '../lib/ids.ts'
import { readTime } from '../lib/time.ts'
import { checkReferences } from './check-references.ts'
import { readTitle } from './create-ticket.ts'
import { getTicket, ticketNotFound } from './get-ticket.ts'
import { toTicket } from './schema.ts'
import type { Ticket } from './schema.ts'

/** The fields to change; what is absent stays, null empties. */
export type UpdateTicketInput = {
  title?: string
  priority?: Ticket['priority']
  status?: Ticket['status']
  assignee_id?: string | null
  due_at?: string | null
}

/**
 * Changes a ticket and records `ticket.updated`, in one transaction. An empty change gives the ticket as it is.
 *
 * @throws {AppError} ticket_not_found, membership_not_found, validation_failed
 */
export async function updateTicket(
  scope: Scope,
  id: string,
  input: UpdateTicketInput,
): Promise<Ticket> {
  if (!isUuid(id)) throw ticketNotFound(id)
  if (Object.keys(input).length === 0) return getTicket(scope, id)
  const { title, due_at, ...others } = input
  return transaction(scope, async (tx) => {
    await checkReferences(tx, { membership: input.assignee_id })
    const row = await tx.db
      .updateTable('tickets')
      .set({
        ...others,
        ...(title !== undefined && { title: readTitle(title) }),
        ...(due_at !== undefined && {
          due_at: due_at === null ? null : readTime(due_at, 'due_at'),
        }),
        updated_at: tx.clock.now(),
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw ticketNotFound(id)
    const ticket = toTicket(row)
    await recordEvents(tx, [{ type: 'ticket.updated', data: ticket }])
    return ticket
  })
}
