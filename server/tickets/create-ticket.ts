import { sql } from 'kysely'
import { recordTimelineEntries } from '#contacts/record-timeline-entries.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTime } from '#lib/time.ts'
import { TICKET_PRIORITY_DEFAULT } from '#shared/tickets.ts'
import { attachFiles } from './attach-files.ts'
import { readReferences } from './check-references.ts'
import { getTicket } from './get-ticket.ts'
import { recordTicketChanges } from './record-ticket-changes.ts'
import type { NewTicketChange } from './record-ticket-changes.ts'
import { setTicketTags } from './set-ticket-tags.ts'
import { showInThread } from './show-in-thread.ts'
import type { Ticket, CreateTicketInput } from './schema.ts'

/**
 * Creates a ticket with its tags and files, its entries in the history, the timeline and the thread, and
 * `ticket.created`, in one transaction.
 *
 * The id of a merged contact resolves to the contact it was merged into. The conversation is that of the
 * message, or the given one.
 * @throws {AppError} person_not_found, message_not_found, conversation_not_found, membership_not_found, tag_not_found,
 *   media_not_found, conflicting_targets, validation_failed
 */
export async function createTicket(scope: Scope, input: CreateTicketInput): Promise<Ticket> {
  const { person_id, message_id, conversation_id, due_at, tag_ids, media_ids, ...others } = input
  const title = readTitle(input.title)
  return transaction(scope, async (tx) => {
    const { personId, chatId } = await readReferences(tx, {
      personId: person_id,
      messageId: message_id,
      chatId: conversation_id,
      assigneeId: input.assignee_id,
    })
    const now = tx.clock.now()
    const number = await takeNumber(tx)
    const row = await tx.db
      .insertInto('tickets')
      .values({
        priority: TICKET_PRIORITY_DEFAULT,
        ...others,
        workspace_id: tx.workspaceId,
        id: newId(),
        number,
        person_id: personId,
        title,
        description: readDescription(input.description),
        message_id: message_id ?? null,
        chat_id: chatId,
        due_at: due_at === undefined ? null : readTime(due_at, 'due_at'),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordTimelineEntries(tx, [
      {
        personId: row.person_id,
        kind: 'ticket',
        data: { ticket_id: row.id, number, title },
        at: now,
      },
    ])
    const changes: NewTicketChange[] = [{ ticketId: row.id, kind: 'created' }]
    if (row.assignee_id !== null)
      changes.push({
        ticketId: row.id,
        kind: 'assigned',
        data: { assignee_id: row.assignee_id, previous_assignee_id: null },
      })
    // The history of a new ticket does not repeat what it was created with.
    await setTicketTags(tx, row.id, tag_ids ?? [])
    await attachFiles(tx, row.id, media_ids ?? [])
    await recordTicketChanges(tx, changes, now)
    await showInThread(tx, row, null)
    const ticket = await getTicket(tx, row.id)
    await recordEvents(tx, [{ type: 'ticket.created', data: ticket }])
    return ticket
  })
}

/** Trims a title. @throws {AppError} validation_failed if it is empty */
export function readTitle(title: string): string {
  const trimmed = title.trim()
  if (trimmed === '') throw fieldError('validation_failed', 'title', 'must not be empty')
  return trimmed
}

/** Trims a description; null for an empty one. */
export function readDescription(text: string | null | undefined): string | null {
  return text?.trim() || null
}

/** Returns the workspace's next ticket number. The counter stays locked until the transaction ends. */
async function takeNumber(tx: Scope): Promise<number> {
  const { ticket_number } = await tx.db
    .updateTable('workspace_counters')
    .set({ ticket_number: sql`ticket_number + 1` })
    .where('workspace_id', '=', tx.workspaceId)
    .returning('ticket_number')
    .executeTakeFirstOrThrow()
  return ticket_number
}
