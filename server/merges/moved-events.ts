import type { Scope } from '#db/context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import type { EventType } from '#shared/event-types.ts'
import { readTickets } from '#tickets/read-tickets.ts'
import type { Belongings } from './move-belongings.ts'

/** Returns the events of the conversations and tickets that a merge or its undoing moved. */
export async function movedEvents(
  tx: Scope,
  moved: Belongings,
): Promise<{ type: EventType; data: unknown }[]> {
  const tickets = await readTickets(tx, moved.tickets)
  return [
    ...(await chatEvents(tx, 'conversation.updated', moved.chats)),
    ...tickets.map((data) => ({ type: 'ticket.updated' as const, data })),
  ]
}
