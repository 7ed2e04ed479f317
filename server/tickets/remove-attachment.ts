import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { getById } from '#db/get-by-id.ts'
import { deleteFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { saveTicketChanges } from './save-ticket-changes.ts'

/**
 * Removes a file from a ticket and records `ticket.updated`, in one transaction. The upload is deleted later, when
 * nothing uses it (`housekeeping/delete-unused-uploads.ts`).
 *
 * @throws {AppError} ticket_not_found, media_not_found
 */
export async function removeAttachment(
  scope: Scope,
  ticketId: string,
  mediaId: string,
): Promise<void> {
  await transaction(scope, async (tx) => {
    const row = await getById(tx, 'tickets', ticketId, 'change')
    const filename = isUuid(mediaId) ? await detach(tx, row.id, mediaId) : undefined
    if (filename === undefined)
      throw new AppError('media_not_found', `The ticket ${ticketId} has no file ${mediaId}.`)
    const data = { media_id: mediaId.toLowerCase(), filename }
    await saveTicketChanges(tx, row.id, [{ ticketId: row.id, kind: 'detached', data }])
  })
}

/** Returns the name of the removed file, null if it has none; undefined if the ticket does not have it. */
async function detach(
  tx: Scope,
  ticketId: string,
  mediaId: string,
): Promise<string | null | undefined> {
  const upload = await findById(tx, 'media_uploads', mediaId)
  const removed = await deleteFrom(tx, 'ticket_attachments')
    .where('ticket_id', '=', ticketId)
    .where('upload_id', '=', mediaId)
    .returning('upload_id')
    .executeTakeFirst()
  return removed && upload ? upload.filename : undefined
}
