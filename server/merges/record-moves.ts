import type { Scope } from '#db/context.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { recordTicketChanges } from '#tickets/record-ticket-changes.ts'
import type { Belongings } from './move-belongings.ts'

/** Records in the history of conversations and tickets that they moved from one contact to another. */
export async function recordMoves(
  tx: Scope,
  { chats, tickets }: Pick<Belongings, 'chats' | 'tickets'>,
  data: { merge_id: string; from: string; to: string },
): Promise<void> {
  await recordChatChanges(
    tx,
    chats.map((chatId) => ({ chatId, kind: 'merged', data })),
  )
  await recordTicketChanges(
    tx,
    tickets.map((ticketId) => ({ ticketId, kind: 'contact', data })),
  )
}
