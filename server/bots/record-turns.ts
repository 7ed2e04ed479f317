import { sql } from 'kysely'
import { holderAt } from '#conversations/holder-at.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { FOLLOWED_EVENT_TYPES } from '#shared/event-types.ts'

/** The events to read: those after one position, up to another. */
type Range = { after: number; until: number }

/** A customer who goes on writing does not put the time-out off for longer than so many time-outs after their first message. */
const PUT_OFF = 3

/**
 * Records until when bots must act, by the events of a range: each on the newest message of a conversation that it holds, and on
 * a conversation that it got while its customer waits. Forgets those that a bot holds no longer. Running it again changes nothing.
 */
export async function recordTurns(scope: Scope, { after, until }: Range): Promise<void> {
  const { workspaceId } = scope
  const types: readonly string[] = FOLLOWED_EVENT_TYPES.bots
  await prepared`
    with news as materialized (
      select type = 'message.received' as is_message, position, created_at,
        (body::jsonb #>> case type when 'message.received' then '{data,conversation_id}' else '{data,id}' end::text[])::uuid as chat_id
      from events
      where workspace_id = ${workspaceId} and position > ${after}::bigint and position <= ${until}::bigint
        and type = any (${types}::text[])
    ), chat as materialized (
      select chats.id, bots.id as bot_id, bots.timeout_seconds, chats.holder_version, activity.waiting_since
      from (select distinct chat_id from news) as changed
      join chats on chats.workspace_id = ${workspaceId} and chats.id = changed.chat_id
      join chat_activity as activity on activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id
      left join bots on bots.workspace_id = ${workspaceId} and bots.id = chats.assignee_id and chats.status = 'open'
        and coalesce(${holderAt(scope.clock.now())}, 'workspace') = 'workspace'
    ), gone as (
      delete from bot_turns
      where workspace_id = ${workspaceId} and chat_id in (select id from chat where bot_id is null)
    ), due as (
      select chat.id as chat_id, chat.bot_id, chat.holder_version, chat.timeout_seconds,
        case when is_new then changed_at else coalesce(turn.since, first_at) end as since,
        case when is_new then changed_at else last_at end as inbound_at
      from chat
      left join bot_turns as turn on turn.workspace_id = ${workspaceId} and turn.chat_id = chat.id
      cross join lateral (
        select coalesce(turn.holder_version <> chat.holder_version, true) as is_new
      ) as version
      cross join lateral (
        select min(created_at) filter (where is_unseen) as first_at, max(created_at) filter (where is_unseen) as last_at,
          max(created_at) as changed_at
        from (
          select created_at, is_message and position > coalesce(turn.done_position, 0) as is_unseen
          from news where news.chat_id = chat.id
        ) as own
      ) as message
      where chat.bot_id is not null and (first_at is not null or (is_new and chat.waiting_since is not null))
    )
    insert into bot_turns (workspace_id, chat_id, bot_id, holder_version, since, inbound_at, due_at)
    select ${workspaceId}::uuid, chat_id, bot_id, holder_version, since, inbound_at,
      least(
        inbound_at + timeout_seconds * interval '1 second',
        since + ${sql.lit(PUT_OFF)} * timeout_seconds * interval '1 second'
      )
    from due
    order by chat_id
    on conflict (workspace_id, chat_id) do update
      set bot_id = excluded.bot_id, holder_version = excluded.holder_version, since = excluded.since,
        inbound_at = excluded.inbound_at, due_at = excluded.due_at
      where bot_turns.holder_version <> excluded.holder_version
        or bot_turns.inbound_at is distinct from excluded.inbound_at`.execute(scope.db)
}

/** Returns when the next bot loses a conversation unless it acts; null: none. */
export async function findNextTimeOut(scope: Scope): Promise<Date | null> {
  const { rows } = await prepared<{ due_at: Date }>`
    select due_at from bot_turns
    where workspace_id = ${scope.workspaceId} and due_at is not null
    order by due_at limit 1`.execute(scope.db)
  return rows[0]?.due_at ?? null
}
