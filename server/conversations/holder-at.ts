import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ConversationHolder } from '#shared/conversations.ts'
import { HOLD_MS } from '#shared/conversations.ts'

/**
 * Returns the column that says who holds a row of `chats` at `now`; null when nobody does. It is computed from the time
 * of the customer's last message, so that it ends on time even while no process runs; `endHolds` records the end.
 */
export function holderAt(now: Date): RawBuilder<ConversationHolder | null> {
  const since = new Date(now.getTime() - HOLD_MS)
  return sql<ConversationHolder | null>`case
    when coalesce(chats.customer_wrote_at, chats.holder_at) <= ${since}::timestamptz then null
    when chats.holder = 'other' then coalesce(chats.holder_role, 'unknown_app')
    else chats.holder
  end`
}
