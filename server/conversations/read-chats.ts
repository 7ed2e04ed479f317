import { sql } from 'kysely'
import { usernameOf } from '#contacts/username-of.ts'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import { isUuid } from '#lib/ids.ts'
import { holderAt } from './holder-at.ts'
import { toChat } from './schema.ts'
import type { Chat, ChatRow } from './schema.ts'

/**
 * Returns the conversations with these ids, in the order of the ids; undefined for unknown ids.
 *
 * Each lateral join reads one row by its primary key, or the newest one of an index. Without `limit 1`, the plan for all workspaces might read a whole
 * table of a large one.
 */
export async function readChats(scope: Scope, ids: string[]): Promise<(Chat | undefined)[]> {
  const asked = new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))
  const rows = await readRows(scope, [...asked])
  const chats = new Map(rows.map((row) => [row.id, toChat(row)]))
  return ids.map((id) => chats.get(id.toLowerCase()))
}

const readRows = gathered<string, ChatRow & { workspace_id: string }>((tx, ids) => {
  const asked = ids.rows('asked', { id: ['uuid', (id) => id] })
  return prepared<ChatRow & { workspace_id: string }>`
    select
      asked.workspace_id, chats.id, chats.channel_id, channel.type as channel_type, channel.name as channel_name, chats.person_id,
      person.name as person_name, person.phone_e164 as person_phone, person.email as person_email,
      ${usernameOf(sql`asked.workspace_id`, 'chats.person_id')} as person_username,
      chats.recipient, chats.is_group, chats.title, chats.status, chats.snoozed_until, chats.remind_if_unanswered, chats.closed_at, chats.assignee_id, chats.team_id,
      chats.priority,
      array(
        select membership_id from chat_participants
        where workspace_id = asked.workspace_id and chat_id = chats.id order by membership_id
      ) as participant_ids,
      coalesce((
        select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name))
        from chat_tags
        join tags on tags.workspace_id = asked.workspace_id and tags.id = chat_tags.tag_id
        where chat_tags.workspace_id = asked.workspace_id and chat_tags.chat_id = chats.id
      ), '[]') as tags,
      chats.unread_count, chats.last_message_id, chats.last_message_direction, chats.last_message_text,
      chats.last_message_at, message.type as last_message_type, message.status as last_message_status,
      message.author_type as last_message_author_type, message.author_id as last_message_author_id,
      message.media as last_message_media,
      chats.window_expires_at, ${holderAt(tx.clock.now())} as holder, chats.holder_at, chats.holder_role,
      chats.customer_wrote_at, activity.waiting_since, activity.sla_due_at, activity.sla_warning_at,
      activity.sla_metric, chats.holder_version,
      exists (select from bots where bots.workspace_id = asked.workspace_id and bots.id = chats.assignee_id) as is_bots,
      assigned.actor_type as assigned_by_type, assigned.actor_id as assigned_by_id, assigned.reason as assigned_reason,
      chats.created_at, chats.updated_at
    from ${asked}
    cross join lateral (
      select ${rowColumns('chats')} from chats where workspace_id = asked.workspace_id and id = asked.id limit 1
    ) as chats
    cross join lateral (
      select type, name from channels where workspace_id = asked.workspace_id and id = chats.channel_id limit 1
    ) as channel
    cross join lateral (
      select name, phone_e164, email from people
      where workspace_id = asked.workspace_id and id = chats.person_id limit 1
    ) as person
    left join lateral (
      select waiting_since, sla_due_at, sla_warning_at, sla_metric from chat_activity where workspace_id = asked.workspace_id and chat_id = chats.id limit 1
    ) as activity on true
    left join lateral (
      select type, status, author_type, author_id, media from messages
      where workspace_id = asked.workspace_id and id = chats.last_message_id limit 1
    ) as message on true
    left join lateral (
      select actor_type, actor_id, coalesce(data ->> 'reason', data ->> 'cause') as reason from chat_changes
      where chats.assignee_id is not null and workspace_id = asked.workspace_id and chat_id = chats.id
        and kind = 'assigned' and data ->> 'assignee_id' = chats.assignee_id::text
      order by occurred_at desc, id desc limit 1
    ) as assigned on true`.execute(tx.db)
})
