import { sql } from 'kysely'
import { getContact } from '#contacts/get-contact.ts'
import type { PersonDetail } from '#contacts/schema.ts'
import type { Scope } from '#context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { recordEvents } from '#events/record-events.ts'
import { toTicket } from '#tickets/schema.ts'
import type { Belongings } from './move-belongings.ts'

/**
 * Records the events of everything that a merge or its undoing changed: of `personIds`, and of the conversations and
 * tickets that moved. Must be the last call. Returns the contacts in the given order.
 */
export async function recordMergeEvents(
  tx: Scope,
  personIds: string[],
  moved: Belongings,
): Promise<PersonDetail[]> {
  const people: PersonDetail[] = []
  for (const id of personIds) people.push(await getContact(tx, id))
  const tickets = await tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', sql<string>`any (${moved.tickets}::uuid[])`)
    .orderBy('id')
    .execute()
  await recordEvents(tx, [
    ...people.map((data) => ({ type: 'contact.updated' as const, data })),
    ...(await chatEvents(tx, 'conversation.updated', moved.chats)),
    ...tickets.map((row) => ({ type: 'ticket.updated' as const, data: toTicket(row) })),
  ])
  return people
}
