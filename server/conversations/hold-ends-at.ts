import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { HOLD_MS } from '#shared/conversations.ts'

/** The holder, the time of that fact and of the customer's last message, as they will be in the row. */
type Hold = {
  holder: RawBuilder<unknown>
  holderAt: RawBuilder<unknown>
  customerWroteAt: RawBuilder<unknown>
}

/**
 * Returns the value of `hold_ends_at` in an update of `chats`: when another app stops holding the conversation, else
 * null. An end in the past that is not recorded yet stays, and one that was recorded does not come back.
 */
export function holdEndsAt(
  { holder, holderAt, customerWroteAt }: Hold,
  now: Date,
): RawBuilder<Date | null> {
  const endsAt = sql`coalesce(${customerWroteAt}, ${holderAt}) + ${sql.lit(`${HOLD_MS} milliseconds`)}::interval`
  return sql<Date | null>`case
    when (${holder}) is distinct from 'other' then null
    when ${endsAt} > ${now}::timestamptz then ${endsAt}
    else chats.hold_ends_at
  end`
}
