import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import type { EventType } from '#shared/event-types.ts'
import { toTicket } from '#tickets/schema.ts'
import type { Belongings } from './move-belongings.ts'

/** Returns the events of the conversations and tickets that a merge or its undoing moved. */
export async function movedEvents(
  tx: Scope,
  moved: Belongings,
): Promise<{ type: EventType; data: unknown }[]> {
  const tickets = await tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', sql<string>`any (${moved.tickets}::uuid[])`)
    .orderBy('id')
    .execute()
  return [
    ...(await chatEvents(tx, 'conversation.updated', moved.chats)),
    ...tickets.map((row) => ({ type: 'ticket.updated' as const, data: toTicket(row) })),
  ]
}
