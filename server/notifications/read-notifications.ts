import { sql } from 'kysely'
import type { Static } from 'typebox'
import { affectedRows } from '#db/affected-rows.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { announceNotifications } from './announce-notifications.ts'
import type { ReadNotificationsBody } from './schema.ts'

/**
 * Marks notifications of the signed-in member as read: those with the ids, or of the conversation or the ticket, or all. They are no
 * longer pushed or mailed.
 */
export async function readNotifications(
  scope: Scope,
  { ids, conversation_id: chatId, ticket_id: ticketId }: Static<typeof ReadNotificationsBody>,
): Promise<{ read_count: number }> {
  return transaction(scope, async (tx) => {
    const me = tx.actor.id!
    const read = await sql`
      update notifications set read_at = ${tx.clock.now()}, mail_due_at = null
      where workspace_id = ${tx.workspaceId} and membership_id = ${me} and read_at is null
        and (${ids === undefined} or id = any (${ids ?? []}::uuid[]))
        and (${chatId === undefined} or chat_id = ${chatId ?? null}::uuid)
        and (${ticketId === undefined} or ticket_id = ${ticketId ?? null}::uuid)`.execute(tx.db)
    const count = affectedRows(read)
    if (count > 0) await announceNotifications(tx, [me])
    return { read_count: count }
  })
}
