import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { affectedRows } from '#db/affected-rows.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { announceNotifications } from './announce-notifications.ts'
import type { ReadNotificationsBody } from './schema.ts'

/**
 * Marks notifications of the signed-in member as read: those with the ids, or of the conversation or the ticket, or all. They are no
 * longer pushed or mailed. A conversation is read up to its present state; one mark reads all conversations. `undo`: marks as unread again
 * what was read at this time.
 */
export async function readNotifications(
  scope: Scope,
  { ids, conversation_id: chatId, ticket_id: ticketId, undo }: Static<typeof ReadNotificationsBody>,
): Promise<{ read_count: number; read_at: Date }> {
  return transaction(scope, async (tx) => {
    const me = tx.actor.id!
    const at = undo === undefined ? tx.clock.now() : new Date(undo)
    const [before, next] =
      undo === undefined ? [sql`read_at is null`, at] : [sql`read_at = ${at}::timestamptz`, null]
    const read = await sql`
      update notifications set read_at = ${next}::timestamptz, mail_due_at = null
      where workspace_id = ${tx.workspaceId} and membership_id = ${me} and ${before}
        and (${ids === undefined} or id = any (${ids ?? []}::uuid[]))
        and (${chatId === undefined} or chat_id = ${chatId ?? null}::uuid)
        and (${ticketId === undefined} or ticket_id = ${ticketId ?? null}::uuid)`.execute(tx.db)
    const marked =
      undo !== undefined
        ? await removeMarks(tx, at)
        : ticketId === undefined
          ? await markRead(tx, at, { ids, chatId })
          : 0
    const count = affectedRows(read) + marked
    if (count > 0) await announceNotifications(tx, [me])
    return { read_count: count, read_at: at }
  })
}

/** Removes the marks of conversations that the member read at this time, and returns how many. */
async function removeMarks(tx: Scope, at: Date): Promise<number> {
  const removed = await sql`
    delete from notification_reads
    where workspace_id = ${tx.workspaceId} and membership_id = ${tx.actor.id} and read_at = ${at}::timestamptz
      and subject_id <> ${tx.workspaceId}`.execute(tx.db)
  return affectedRows(removed)
}

/** Marks what concerns everybody as read by the member, and returns how many marks moved. */
async function markRead(
  tx: Scope,
  at: Date,
  { ids, chatId }: { ids: string[] | undefined; chatId: string | undefined },
): Promise<number> {
  const [subject, which]: [RawBuilder<unknown>, RawBuilder<unknown>] = ids
    ? [sql`chat_id`, sql`id = any (${ids}::uuid[])`]
    : chatId === undefined
      ? [sql`workspace_id`, sql`true`]
      : [sql`chat_id`, sql`chat_id = ${chatId}`]
  const marked = await sql`
    insert into notification_reads as mark (workspace_id, membership_id, subject_id, read_up_to, read_at)
    select ${tx.workspaceId}, ${tx.actor.id}, ${subject}, id, ${at}::timestamptz
    from (
      select workspace_id, chat_id, id from conversation_notifications
      where workspace_id = ${tx.workspaceId} and is_open and ${which}
      order by id desc limit ${ids?.length ?? 1}
    ) as entry
    on conflict (workspace_id, membership_id, subject_id) do update
    set read_up_to = excluded.read_up_to, read_at = excluded.read_at
    where mark.read_up_to < excluded.read_up_to`.execute(tx.db)
  return affectedRows(marked)
}
