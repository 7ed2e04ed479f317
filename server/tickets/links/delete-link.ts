import type { Scope } from '#db/context.ts'
import { deleteById, getById, notFound } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { isUuid } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { saveTicketChanges } from '#tickets/save-ticket-changes.ts'
import { linkChanges } from './link-changes.ts'
import { listLinks } from './list-links.ts'

/**
 * Deletes a link of a ticket that the actor sees, and records it in the history of both tickets with `ticket.updated` for each, in one
 * transaction.
 *
 * @throws {AppError} ticket_not_found, ticket_link_not_found
 */
export async function deleteLink(scope: Scope, ticketId: string, linkId: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const { data } = await listLinks(tx, ticketId)
    const link = data.find(({ id }) => id === linkId.toLowerCase())
    if (!link || !isUuid(linkId)) throw notFound('ticket_links', linkId)
    const ids = [ticketId.toLowerCase(), link.ticket.id].toSorted()
    const first = await getById(tx, 'tickets', itemAt(ids, 0), 'change')
    const second = await getById(tx, 'tickets', itemAt(ids, 1), 'change')
    await deleteById(tx, 'ticket_links', link.id)
    for (const change of linkChanges('unlinked', [first, second]))
      await saveTicketChanges(tx, change.ticketId, [change])
  })
}
