import { sql } from 'kysely'
import type { Static } from 'typebox'
import { recordTimelineEntries } from '#contacts/record-timeline-entries.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTime } from '#lib/time.ts'
import { readReferences } from './check-references.ts'
import { toTicket } from './schema.ts'
import type { Ticket, CreateTicketBody } from './schema.ts'

/** The fields of a new ticket. `due_at` is RFC 3339 with any offset. */
type CreateTicketInput = Static<typeof CreateTicketBody>

/**
 * Creates a ticket, its timeline entry and `ticket.created` in one transaction.
 *
 * The id of a merged contact resolves to the contact it was merged into. The conversation is that of the
 * message, or the given one.
 * @throws {AppError} person_not_found, message_not_found, conversation_not_found, membership_not_found,
 *   conflicting_targets, validation_failed
 */
export async function createTicket(scope: Scope, input: CreateTicketInput): Promise<Ticket> {
  const title = readTitle(input.title)
  return transaction(scope, async (tx) => {
    const { personId, chatId } = await readReferences(tx, {
      personId: input.person_id,
      messageId: input.message_id,
      chatId: input.conversation_id,
      assigneeId: input.assignee_id,
    })
    const now = tx.clock.now()
    const number = await takeNumber(tx)
    const row = await tx.db
      .insertInto('tickets')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        number,
        person_id: personId,
        title,
        message_id: input.message_id ?? null,
        chat_id: chatId,
        priority: input.priority ?? 'medium',
        assignee_id: input.assignee_id ?? null,
        due_at: input.due_at === undefined ? null : readTime(input.due_at, 'due_at'),
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
    const ticket = toTicket(row)
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
