import type { Scope } from '#context.ts'
import { findById } from '#db/find-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { readTime } from '#lib/time.ts'
import { checkAssignee } from './check-references.ts'
import { readTitle } from './create-ticket.ts'
import { getTicket, ticketNotFound } from './get-ticket.ts'
import { toTicket } from './schema.ts'
import type { Ticket, UpdateTicketInput } from './schema.ts'

/**
 * Updates a ticket and records `ticket.updated` in one transaction. Without changes, it returns the ticket as
 * it is. `solved_at` is the time since which it needs no more work: when it was solved, or closed without being
 * solved.
 *
 * @throws {AppError} ticket_not_found, membership_not_found, validation_failed
 */
export async function updateTicket(
  scope: Scope,
  id: string,
  input: UpdateTicketInput,
): Promise<Ticket> {
  if (Object.keys(input).length === 0) return getTicket(scope, id)
  const { title, due_at, ...others } = input
  return transaction(scope, async (tx) => {
    const before = await findById(tx, 'tickets', id, 'change')
    if (!before) throw ticketNotFound(id)
    await checkAssignee(tx, input.assignee_id)
    const now = tx.clock.now()
    const isDone = ['solved', 'closed'].includes(input.status ?? before.status)
    const row = await tx.db
      .updateTable('tickets')
      .set({
        ...others,
        ...(title !== undefined && { title: readTitle(title) }),
        ...(due_at !== undefined && {
          due_at: due_at === null ? null : readTime(due_at, 'due_at'),
        }),
        solved_at: isDone ? (before.solved_at ?? now) : null,
        updated_at: now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const ticket = toTicket(row)
    await recordEvents(tx, [{ type: 'ticket.updated', data: ticket }])
    return ticket
  })
}
