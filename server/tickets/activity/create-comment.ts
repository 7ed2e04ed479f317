import { readTrimmed } from '#lib/read-trimmed.ts'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { CreateNoteBody } from '#conversations/notes/schema.ts'
import { checkMentions } from '#conversations/notes/check-mentions.ts'
import { expandMentions, findMentioned } from '#conversations/notes/expand-mentions.ts'
import { getById } from '#db/get-by-id.ts'
import { writerOf } from '#db/writer-of.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import { insertRow } from '#db/insert-row.ts'
import { updateById } from '#db/update-by-id.ts'
import { addFollowers } from '#tickets/add-followers.ts'
import { saveTicketChanges } from '#tickets/save-ticket-changes.ts'
import { toComment } from './schema.ts'
import type { TicketComment } from './schema.ts'

/** The text of a comment; `mentions` are memberships. */
type CreateCommentInput = Static<typeof CreateNoteBody>

/**
 * Adds a comment to a ticket, visible to members only, with `ticket_comment.created`, in one transaction. The ticket
 * counts as changed. Members whom it mentions follow the ticket. `mentioned`: the members among those it mentions; needed inside a transaction.
 *
 * @throws {AppError} ticket_not_found, membership_not_found, mention_needs_access, validation_failed
 */
export async function createComment(
  scope: Scope,
  ticketId: string,
  input: CreateCommentInput,
  mentioned?: PresentMembers,
): Promise<TicketComment> {
  const text = readTrimmed('text', input.text)
  const actor = writerOf(scope)
  const members = mentioned ?? (await findMentioned(scope, [input]))
  return transaction(scope, async (tx) => {
    const ticket = await getById(tx, 'tickets', ticketId, 'change')
    const mentions = (await expandMentions(tx, [input], members))[0] ?? []
    const addParticipants = input.add_participants ?? false
    const place = { chatId: ticket.chat_id, ticketId: ticket.id, addParticipants }
    await checkMentions(tx, [{ ...place, ids: mentions }], members)
    const now = tx.clock.now()
    const row = await insertRow(tx, 'ticket_comments', {
      id: newId(),
      ticket_id: ticket.id,
      author_type: actor.type,
      author_id: actor.id,
      text,
      mentions,
      created_at: now,
    })
    if (await addFollowers(tx, ticket.id, mentions)) await saveTicketChanges(tx, ticket.id, [], now)
    else
      await updateById(tx, 'tickets', ticket.id, { updated_at: sql`greatest(updated_at, ${now})` })
    const comment = toComment(row, ticket)
    await recordEvents(tx, [{ type: 'ticket_comment.created', data: comment }])
    return comment
  })
}
