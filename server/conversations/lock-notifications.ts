import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Builds the array of those of the conversations that have a row in `conversation_notifications`, locked in the order of their
 * ids, in which everybody locks them.
 */
export function lockNotifications(
  workspaceId: string,
  chatIds: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`array(
    select chat_id from conversation_notifications
    where workspace_id = ${workspaceId} and chat_id = any (${chatIds})
    order by chat_id for update
  )`
}
