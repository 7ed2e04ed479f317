import { checkMembers } from '#conversations/check-members.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { canSee } from '#db/visibility/can-see.ts'
import { fieldError, invalidField } from '#lib/errors.ts'
import { addFollowers } from '#tickets/add-followers.ts'
import { getTicket } from '#tickets/get-ticket.ts'
import { saveTicketChanges } from '#tickets/save-ticket-changes.ts'
import type { Ticket } from '#tickets/schema.ts'

/** A member to add, and the present ones of those that are named. */
type NewFollower = { id: string; members: PresentMembers }

/** Reads the member who follows, by default the actor, before the transaction. @throws {AppError} validation_failed for a key that names none */
export async function readFollower(
  scope: Scope,
  { membership_id: given }: { membership_id?: string },
): Promise<NewFollower> {
  const own = scope.actor.type === 'member' ? scope.actor.id : null
  const id = given?.toLowerCase() ?? own
  if (id === null) throw invalidField('membership_id', 'is required for an API key')
  return { id, members: await findPresentMembers(scope, [id]) }
}

/**
 * Adds a follower, who is notified of comments, changes of status and the due time of a ticket, and records `ticket.updated`, in one
 * transaction. A repetition changes nothing.
 *
 * @throws {AppError} ticket_not_found, membership_not_found, follower_needs_access
 */
export async function followTicket(
  scope: Scope,
  ticketId: string,
  { id, members }: NewFollower,
): Promise<Ticket> {
  return transaction(scope, async (tx) => {
    const ticket = await getById(tx, 'tickets', ticketId, 'change')
    checkMembers(members, [id])
    const sight = { member: members.get(id)!, chatId: null, ticketId: ticket.id }
    const [sees] = await canSee(tx, [sight])
    if (!sees)
      throw fieldError(
        'follower_needs_access',
        'membership_id',
        'is a member who does not see the ticket: move it to one of their teams, or assign it to them',
      )
    const isNew = await addFollowers(tx, ticket.id, [id])
    return isNew ? saveTicketChanges(tx, ticket.id, []) : getTicket(tx, ticket.id)
  })
}
