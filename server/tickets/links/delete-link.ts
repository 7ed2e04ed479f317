import type { Scope } from '#db/context.ts'
import { deleteById, getById, notFound } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { isUuid } from '#lib/ids.ts'
import { recordLink } from './create-link.ts'
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
    const tickets = []
    for (const id of ids) tickets.push(await getById(tx, 'tickets', id, 'change'))
    await deleteById(tx, 'ticket_links', link.id)
    await recordLink(tx, 'unlinked', [tickets[0]!, tickets[1]!])
  })
}
