import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import type { TicketStatus } from '#shared/tickets.ts'

const isDone = (status: TicketStatus) => status === 'solved' || status === 'closed'

/**
 * Shows in the thread of its conversation, if it has one, that a ticket was created, solved, closed or opened again, in
 * the caller's transaction. `previous` is the status before, null for a new ticket. A change between open and pending is
 * not shown.
 */
export async function showInThread(
  tx: Scope,
  ticket: Pick<Selectable<Tickets>, 'id' | 'number' | 'title' | 'status' | 'chat_id'>,
  previous: TicketStatus | null,
): Promise<void> {
  const { id, number, title, status, chat_id: chatId } = ticket
  if (chatId === null || status === previous) return
  if (previous !== null && !isDone(status) && !isDone(previous)) return
  const data = { ticket_id: id, number, title, status, previous_status: previous }
  await recordChatChanges(tx, [{ chatId, kind: 'ticket', data }])
}
