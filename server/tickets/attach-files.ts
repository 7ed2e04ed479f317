import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { insertInto } from '#db/insert-into.ts'
import { selectFrom } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import { TICKET_ATTACHMENTS_MAX } from '#shared/tickets.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'

/**
 * Attaches uploads to a locked ticket, in the caller's transaction, and locks them so that they are not deleted as
 * unused. Returns the changes to record; those that the ticket has already are none.
 *
 * @throws {AppError} media_not_found, too_many_attachments
 */
export async function attachFiles(
  tx: Scope,
  ticketId: string,
  mediaIds: string[],
): Promise<NewTicketChange[]> {
  const { workspaceId, actor } = tx
  const wanted = [...new Set(mediaIds.map((id) => id.toLowerCase()))]
  if (wanted.length === 0) return []
  const uploads = await selectFrom(tx, 'media_uploads')
    .select(['id', 'filename'])
    .where('id', 'in', wanted)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const unknown = wanted.find((id) => !uploads.some((upload) => upload.id === id))
  if (unknown !== undefined) throw notFound('media_uploads', unknown)
  const had = await selectFrom(tx, 'ticket_attachments')
    .select('upload_id')
    .where('ticket_id', '=', ticketId)
    .execute()
  const added = uploads.filter(({ id }) => !had.some((each) => each.upload_id === id))
  if (had.length + added.length > TICKET_ATTACHMENTS_MAX)
    throw new AppError(
      'too_many_attachments',
      `A ticket can have ${TICKET_ATTACHMENTS_MAX} files. Remove one first.`,
    )
  if (added.length === 0) return []
  const created_at = tx.clock.now()
  const rows = added.map(({ id }) => ({
    workspace_id: workspaceId,
    ticket_id: ticketId,
    upload_id: id,
    actor_type: actor.type,
    actor_id: actor.id,
    created_at,
  }))
  await insertInto(tx.db, 'ticket_attachments', rows)
  return added.map(({ id, filename }) => ({
    ticketId,
    kind: 'attached',
    data: { media_id: id, filename },
  }))
}
