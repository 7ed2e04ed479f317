import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { firstIdOf } from './read-range.ts'
import type { Range } from './read-range.ts'

/**
 * Returns, as the relation `round (chat_id, number, is_ended, asked_at, answered_at, author_id)` of a statement, the rounds of conversations
 * since the start of the range. The messages and closes since then are read once and put in order. `author_id`, if asked for: the
 * member who answered first.
 */
export function roundsOf(
  scope: Scope,
  range: Range,
  { channelId, hasAuthor }: { channelId?: string | undefined; hasAuthor: boolean },
): RawBuilder<unknown> {
  const { workspaceId } = scope
  const since = sql`${range.since}::timestamptz`
  const ofChannel =
    channelId === undefined
      ? sql``
      : sql`and chat_id in (
          select id from chats where workspace_id = ${workspaceId} and channel_id = ${channelId})`
  return sql`moment as (
      select chat_id, created_at as at, id, false as is_close, direction = 'inbound' as is_question,
        case author_type when 'member' then author_id end as author_id
      from messages
      where workspace_id = ${workspaceId} and id >= ${firstIdOf(range)} and created_at >= ${since}
        and (direction = 'inbound' or (direction = 'outbound' and status <> 'failed'
          and (author_type in ('member', 'api_key') or origin = 'echo')))
        ${ofChannel}
      union all
      select chat_id, occurred_at, id, true, false, null from chat_changes
      where workspace_id = ${workspaceId} and kind = 'closed' and id >= ${firstIdOf(range)}
        and occurred_at >= ${since} ${ofChannel}
    ), numbered as (
      -- A message at the time of a close belongs to the round that it ends. An answer follows a question of its round.
      select *, count(*) filter (where is_close) over before as number,
        max(at) filter (where is_question) over before as question_at,
        max(at) filter (where is_close) over before as closed_at
      from moment
      window before as (partition by chat_id order by at, is_close, is_question desc
        rows between unbounded preceding and 1 preceding)
    ), round as (
      select chat_id, number, bool_or(is_close) as is_ended,
        min(at) filter (where is_question) as asked_at, min(at) filter (where is_answer) as answered_at
        ${hasAuthor ? sql`, (array_agg(author_id order by at, id) filter (where is_answer))[1] as author_id` : sql``}
      from (
        select *, not is_close and not is_question and question_at is not null
          and (closed_at is null or question_at > closed_at) as is_answer
        from numbered
      ) as answerable
      group by chat_id, number
    )`
}

/** Returns, as SQL, the condition that the customer asked first in a `round` in the range. Only a first round may have begun before, which look-ups decide. */
export function beginsIn(scope: Scope, range: Range): RawBuilder<unknown> {
  return sql`(number > 0 or not ${isAskedBefore(scope, sql`${range.since}::timestamptz`)})`
}

/** Returns, as SQL, whether the customer began the conversation's `round` before `since`. */
function isAskedBefore({ workspaceId }: Scope, since: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from (
      select created_at from messages
      where messages.workspace_id = ${workspaceId} and messages.chat_id = round.chat_id
        and messages.created_at < ${since} and messages.direction = 'inbound'
      order by messages.created_at desc, messages.id desc limit 1
    ) as asked
    where not exists (
      select from chat_changes
      where chat_changes.workspace_id = ${workspaceId} and chat_changes.chat_id = round.chat_id
        and kind = 'closed' and occurred_at < ${since} and occurred_at >= asked.created_at))`
}
