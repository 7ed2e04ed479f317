import { readTrimmed } from '#lib/read-trimmed.ts'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { UpdateNoteBody } from '#conversations/notes/schema.ts'
import { checkMentions } from '#conversations/notes/check-mentions.ts'
import { readEditing } from '#conversations/notes/read-editing.ts'
import type { Editing } from '#conversations/notes/read-editing.ts'
import { expandMentions } from '#conversations/notes/expand-mentions.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { addFollowers } from '#tickets/add-followers.ts'
import { saveTicketChanges } from '#tickets/save-ticket-changes.ts'
import { recordTicketChanges } from '#tickets/record-ticket-changes.ts'
import { lockComment } from './lock-comment.ts'
import { toComment } from './schema.ts'
import type { TicketComment } from './schema.ts'

/**
 * Updates the actor's own comment, or any comment for an admin, keeps the earlier text in the ticket's history, and
 * records `ticket_comment.updated`, in one transaction. Newly mentioned members are notified and follow the ticket. Without a change nothing
 * is recorded. `editing` is needed inside a transaction.
 *
 * @throws {AppError} comment_not_found, author_required, membership_not_found, mention_needs_access, validation_failed
 */
export async function updateComment(
  scope: Scope,
  id: string,
  input: Static<typeof UpdateNoteBody>,
  editing?: Editing,
): Promise<TicketComment> {
  const { isByAdmin, members } = editing ?? (await readEditing(scope, input))
  return transaction(scope, async (tx) => {
    const { comment: before, ticket } = await lockComment(tx, id, isByAdmin)
    const text = input.text === undefined ? before.text : readTrimmed('text', input.text)
    const mentions = (await expandMentions(tx, [input], members))[0] ?? before.mentions
    const isSame = text === before.text && String(mentions) === String(before.mentions)
    if (isSame) return toComment(before, ticket)
    const added = mentions.filter((each) => !before.mentions.includes(each))
    const addParticipants = input.add_participants ?? false
    const place = { chatId: ticket.chat_id, ticketId: ticket.id, addParticipants }
    await checkMentions(tx, [{ ...place, ids: added }], members)
    const now = tx.clock.now()
    const row = await changeById(tx, 'ticket_comments', before.id, {
      text,
      mentions,
      edited_at: now,
    })
    if (text !== before.text) {
      const data = { comment_id: before.id, text: before.text }
      await recordTicketChanges(tx, [{ ticketId: ticket.id, kind: 'comment_edited', data }], now)
    }
    if (await addFollowers(tx, ticket.id, added)) await saveTicketChanges(tx, ticket.id, [], now)
    const comment = toComment(row, ticket)
    await recordEvents(tx, [{ type: 'ticket_comment.updated', data: comment }])
    return comment
  })
}
