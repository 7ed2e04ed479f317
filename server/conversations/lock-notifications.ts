import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Builds a query for those of the conversations `given` that have a row in `conversation_notifications`, locked in the order of their
 * ids, in which everybody locks them. `given` has the columns workspace_id and chat_id, as the rows of the query.
 */
export function lockNotifications(given: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select locked.workspace_id, locked.chat_id from ${given}
    join conversation_notifications as locked
      on locked.workspace_id = given.workspace_id and locked.chat_id = given.chat_id
    order by locked.chat_id for update of locked
  )`
}
