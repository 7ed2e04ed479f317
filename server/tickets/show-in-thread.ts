import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { isDoneStatus } from '#shared/tickets.ts'
import type { TicketStatus } from '#shared/tickets.ts'

/** A ticket that is new or has changed. `previous` is the status before, null for a new ticket. */
type ShownTicket = {
  ticket: Pick<Selectable<Tickets>, 'id' | 'number' | 'title' | 'status' | 'chat_id'>
  previous: TicketStatus | null
}

/**
 * Shows in the threads of their conversations, if they have one, that tickets were created, solved, closed or opened
 * again, in the caller's transaction. A change between open and pending is not shown.
 */
export async function showInThread(tx: Scope, shown: ShownTicket[]): Promise<void> {
  await recordChatChanges(
    tx,
    shown.flatMap(({ ticket, previous }) => {
      const { id, number, title, status, chat_id: chatId } = ticket
      if (chatId === null || status === previous) return []
      if (previous !== null && !isDoneStatus(status) && !isDoneStatus(previous)) return []
      const data = { ticket_id: id, number, title, status, previous_status: previous }
      return [{ chatId, kind: 'ticket' as const, data }]
    }),
  )
}
