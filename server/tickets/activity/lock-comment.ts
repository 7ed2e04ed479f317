import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { notFound } from '#db/get-by-id.ts'
import type { TicketComments, Tickets } from '#db/tables/tickets.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Locks a comment and its ticket for the author or an admin to change, and returns both.
 * `isByAdmin`: whether the actor is an admin, read before the transaction.
 *
 * @throws {AppError} comment_not_found, also for a deleted one; author_required
 */
export async function lockComment(
  tx: Scope,
  id: string,
  isByAdmin: boolean,
): Promise<{ comment: Selectable<TicketComments>; ticket: Selectable<Tickets> }> {
  const found = await findById(tx, 'ticket_comments', id)
  // The ticket first, as everything that changes it does.
  const ticket = found && (await findById(tx, 'tickets', found.ticket_id, 'change'))
  const comment = ticket && (await findById(tx, 'ticket_comments', id, 'change'))
  if (!comment || comment.deleted_at) throw notFound('ticket_comments', id)
  const isAuthor = comment.author_type === tx.actor.type && comment.author_id === tx.actor.id
  if (!isAuthor && !isByAdmin)
    throw new AppError('author_required', 'Only the author or an admin can change this comment.')
  return { comment, ticket }
}
