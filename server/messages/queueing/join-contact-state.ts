import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { Chats } from '#db/tables/conversations.ts'

/** A conversation as the target of a send; `phones` are those of its contact, when they are needed. */
export type ChatRow = Pick<Selectable<Chats>, 'person_id' | 'channel_id' | 'window_expires_at'> & {
  chat_id: string
  phones?: string[] | null
  is_blocked: boolean
  is_opted_out: boolean
}

/**
 * Joins, as SQL, `contact (is_blocked, is_opted_out)` of `chats`: whether the contact is blocked, and whether it is opted out
 * of marketing. A group belongs to others, too. `workspaceId` is a value, or the column of a given row.
 */
export function joinContactState(workspaceId: string | RawBuilder<unknown>) {
  return sql`cross join lateral (
    select coalesce(bool_or(blocked_at is not null), false) as is_blocked,
      coalesce(bool_or(opted_out_at is not null), false) as is_opted_out
    from people
    where people.workspace_id = ${workspaceId} and people.id = chats.person_id and not chats.is_group
  ) as contact`
}
