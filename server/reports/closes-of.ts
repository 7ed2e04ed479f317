import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { firstIdOf } from './read-range.ts'
import type { Range } from './read-range.ts'

/**
 * Returns, as a subquery `(chat_id, actor_type, actor_id, occurred_at, opened_at)` of a statement, the closes of conversations in the
 * range, each with the time at which the conversation was opened before.
 */
export function closesOf(
  { workspaceId }: Scope,
  range: Range,
  { channelId, memberId }: { channelId?: string | undefined; memberId?: string | undefined } = {},
): RawBuilder<unknown> {
  return sql`(
    select change.chat_id, change.actor_type, change.actor_id, occurred_at,
      coalesce((change.data ->> 'opened_at')::timestamptz, chats.created_at) as opened_at
    from chat_changes as change
    join chats on chats.workspace_id = ${workspaceId} and chats.id = change.chat_id
    where change.workspace_id = ${workspaceId} and change.kind = 'closed' and change.id >= ${firstIdOf(range)}
      and occurred_at >= ${range.since}::timestamptz and occurred_at < ${range.until}::timestamptz
      ${channelId === undefined ? sql`` : sql`and chats.channel_id = ${channelId}`}
      ${memberId === undefined ? sql`` : sql`and change.actor_type = 'member' and change.actor_id = ${memberId}`}
  )`
}
