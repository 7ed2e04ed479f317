import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { firstIdOf } from './read-range.ts'
import type { Range } from './read-range.ts'

/**
 * Returns, as the relation `phase (chat_id, bot_id, outcome, began_at, ended_at, channel_id, team_id)` of a statement, the times for which
 * bots held conversations, if they ended in the range. `outcome`: `solved` (closed by whomever while the bot held it), `handed_over` (by
 * the bot), `timed_out` or `taken_over`. A phase begins when the conversation was assigned to the bot, else when it was created or
 * reopened, which assigns it without an entry of its own.
 */
export function phasesOf(
  { workspaceId }: Scope,
  range: Range,
  { channelId, botId }: { channelId?: string | undefined; botId?: string | undefined },
): RawBuilder<unknown> {
  const inRange = sql`workspace_id = ${workspaceId} and id >= ${firstIdOf(range)}
    and occurred_at >= ${range.since}::timestamptz and occurred_at < ${range.until}::timestamptz`
  const bot = botId === undefined ? sql`` : sql`and bots.id = ${botId}`
  return sql`ending as (
      select id, chat_id, occurred_at as ended_at, 'solved' as outcome, data ->> 'assignee_id' as holder_id
      from chat_changes where ${inRange} and kind = 'closed'
      union all
      select id, chat_id, occurred_at,
        case when data ->> 'cause' = 'hand_over' and actor_type = 'bot' then 'handed_over'
          when data ->> 'cause' = 'bot_timed_out' then 'timed_out' else 'taken_over' end,
        data ->> 'previous_assignee_id'
      from chat_changes where ${inRange} and kind = 'assigned'
    ), phase as (
      select ending.chat_id, bots.id as bot_id, outcome, began_at, ended_at, chats.channel_id, chats.team_id
      from ending
      join bots on bots.workspace_id = ${workspaceId} and bots.id = ending.holder_id::uuid ${bot}
      join chats on chats.workspace_id = ${workspaceId} and chats.id = ending.chat_id
      left join lateral (
        select id, occurred_at from chat_changes as change
        where change.workspace_id = ${workspaceId} and change.chat_id = ending.chat_id
          and (change.occurred_at, change.id) < (ending.ended_at, ending.id)
          and ((kind = 'assigned' and data ->> 'assignee_id' = ending.holder_id)
            or (kind = 'reopened' and data ->> 'from' = 'closed'))
        order by occurred_at desc, id desc limit 1
      ) as beginning on true
      cross join lateral (select coalesce(beginning.occurred_at, chats.created_at) as began_at) as began
      where ${channelId === undefined ? sql`true` : sql`chats.channel_id = ${channelId}`}
        -- A closed conversation that is assigned to somebody else was not taken from the bot.
        and not exists (
          select from chat_changes as change
          where change.workspace_id = ${workspaceId} and change.chat_id = ending.chat_id and kind = 'closed'
            and (change.occurred_at, change.id) < (ending.ended_at, ending.id)
            and (beginning.id is null or (change.occurred_at, change.id) > (beginning.occurred_at, beginning.id)))
    )`
}
