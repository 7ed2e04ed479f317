import type { Scope } from '#db/context.ts'
import { getById, notFound } from '#db/get-by-id.ts'
import { deleteFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { isUuid } from '#lib/ids.ts'
import { saveTicketChanges } from '#tickets/save-ticket-changes.ts'

/**
 * Removes a follower of a ticket and records `ticket.updated`, in one transaction.
 *
 * @throws {AppError} ticket_not_found, membership_not_found for a member who does not follow it
 */
export async function unfollowTicket(
  scope: Scope,
  ticketId: string,
  membershipId: string,
): Promise<void> {
  await transaction(scope, async (tx) => {
    const ticket = await getById(tx, 'tickets', ticketId, 'change')
    if (!isUuid(membershipId)) throw notFound('memberships', membershipId)
    const removed = await deleteFrom(tx, 'ticket_followers')
      .where('ticket_id', '=', ticket.id)
      .where('membership_id', '=', membershipId)
      .returning('ticket_id')
      .executeTakeFirst()
    if (!removed) throw notFound('memberships', membershipId)
    await saveTicketChanges(tx, ticket.id, [])
  })
}
