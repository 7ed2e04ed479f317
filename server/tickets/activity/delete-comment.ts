import { isAdmin } from '#account/users/is-admin.ts'
import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { recordTicketChanges } from '#tickets/record-ticket-changes.ts'
import { lockComment } from './lock-comment.ts'
import { toComment } from './schema.ts'

/**
 * Deletes the actor's own comment, or any comment for an admin. Its text, earlier texts and mentions are deleted; the row
 * stays, so that open tickets can remove it. Records `ticket_comment.updated`.
 *
 * @throws {AppError} comment_not_found, author_required
 */
export async function deleteComment(scope: Scope, id: string): Promise<void> {
  const isByAdmin = await isAdmin(scope)
  await transaction(scope, async (tx) => {
    const { comment, ticket } = await lockComment(tx, id, isByAdmin)
    const now = tx.clock.now()
    const row = await changeById(tx, 'ticket_comments', comment.id, {
      text: '',
      mentions: [],
      deleted_at: now,
    })
    await sql`
      update ticket_changes set data = data - 'text'
      where workspace_id = ${tx.workspaceId} and ticket_id = ${ticket.id}
        and kind = 'comment_edited' and data ->> 'comment_id' = ${comment.id}`.execute(tx.db)
    const data = { comment_id: comment.id }
    await recordTicketChanges(tx, [{ ticketId: ticket.id, kind: 'comment_deleted', data }], now)
    await recordAudit(tx, 'ticket_comment.deleted', comment.id, {
      ticket_id: ticket.id,
      number: ticket.number,
    })
    await recordEvents(tx, [{ type: 'ticket_comment.updated', data: toComment(row, ticket) }])
  })
}
