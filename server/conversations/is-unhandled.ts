import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Builds the condition that a row `chats` is open, and that the business did not answer after the message or the change
 * `sinceId`. Ids are compared because platforms report times in seconds, by other clocks.
 */
export function isUnhandled(sinceId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(chats.status = 'open'
    and not (coalesce(chats.last_message_direction = 'outbound', false) and chats.last_message_id > ${sinceId}
      and chats.last_message_id is distinct from chats.automatic_reply_id))`
}

/**
 * Builds the update that takes the conversations of the relation `answered`, with the columns workspace_id and chat_id, out of
 * the lists of notifications. It writes only rows of those that were not handled before; readers check the conversation too, so one
 * that it misses is only found later.
 */
export function closeAnswered(answered: string): RawBuilder<unknown> {
  return sql`
    update conversation_notifications as notification set is_open = false
    from (
      select locked.workspace_id, locked.chat_id
      from ${sql.table(answered)} as answered
      join conversation_notifications as locked
        on locked.workspace_id = answered.workspace_id and locked.chat_id = answered.chat_id and locked.is_open
      order by locked.chat_id for update of locked
    ) as locked
    where notification.workspace_id = locked.workspace_id and notification.chat_id = locked.chat_id
      and notification.is_open
    returning 1`
}
