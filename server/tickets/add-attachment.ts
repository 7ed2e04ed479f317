import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { attachFiles } from './attach-files.ts'
import { getTicket } from './get-ticket.ts'
import { saveTicketChanges } from './save-ticket-changes.ts'
import type { TicketAttachment } from './schema.ts'

/**
 * Attaches an upload to a ticket and records `ticket.updated`, in one transaction. A repetition changes nothing.
 *
 * @throws {AppError} ticket_not_found, media_not_found, too_many_attachments
 */
export async function addAttachment(
  scope: Scope,
  ticketId: string,
  input: { media_id: string },
): Promise<TicketAttachment> {
  return transaction(scope, async (tx) => {
    const row = await getById(tx, 'tickets', ticketId, 'change')
    const changes = await attachFiles(tx, row.id, [input.media_id])
    const ticket =
      changes.length > 0
        ? await saveTicketChanges(tx, row.id, changes)
        : await getTicket(tx, row.id)
    return ticket.attachments.find(({ id }) => id === input.media_id.toLowerCase())!
  })
}
