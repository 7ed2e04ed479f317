import { sql } from 'kysely'
import { usernameOf } from '#contacts/username-of.ts'
import type { Scope } from '#context.ts'
import { holderAt } from './holder-at.ts'
import type { Chat, ChatRow } from './schema.ts'

/** Selects the conversations of a workspace with their channel and contact: rows of `ChatRow`. */
export function chatQuery(scope: Scope) {
  return scope.db
    .selectFrom('chats')
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.workspace_id', '=', 'chats.workspace_id')
        .onRef('channels.id', '=', 'chats.channel_id'),
    )
    .innerJoin('people', (join) =>
      join
        .onRef('people.workspace_id', '=', 'chats.workspace_id')
        .onRef('people.id', '=', 'chats.person_id'),
    )
    .innerJoin('chat_activity', (join) =>
      join
        .onRef('chat_activity.workspace_id', '=', 'chats.workspace_id')
        .onRef('chat_activity.chat_id', '=', 'chats.id'),
    )
    .where('chats.workspace_id', '=', scope.workspaceId)
    .where('chat_activity.workspace_id', '=', scope.workspaceId)
    .select([
      'chats.id',
      'chats.channel_id',
      'channels.type as channel_type',
      'channels.name as channel_name',
      'chats.person_id',
      'people.name as person_name',
      'people.phone_e164 as person_phone',
      'people.email as person_email',
      usernameOf('people.id').as('person_username'),
      'chats.recipient',
      'chats.is_group',
      'chats.title',
      'chats.status',
      'chats.snoozed_until',
      'chats.closed_at',
      'chats.assignee_id',
      sql<Chat['tags']>`coalesce((
        select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name))
        from chat_tags
        join tags on tags.workspace_id = chat_tags.workspace_id and tags.id = chat_tags.tag_id
        where chat_tags.workspace_id = chats.workspace_id and chat_tags.chat_id = chats.id
      ), '[]')`.as('tags'),
      'chats.unread_count',
      'chats.last_message_id',
      'chats.last_message_direction',
      'chats.last_message_text',
      'chats.last_message_at',
      // In the list of columns, so that it is read only for the rows of the page.
      sql<ChatRow['last_message_author']>`(
        select json_build_object('type', author_type, 'id', author_id, 'status', status, 'message_type', messages.type)
        from messages
        where messages.workspace_id = chats.workspace_id and messages.id = chats.last_message_id
      )`.as('last_message_author'),
      'chat_activity.activity_at',
      'chats.window_expires_at',
      holderAt(scope.clock.now()).as('holder'),
      'chats.holder_at',
      'chats.holder_role',
      'chats.customer_wrote_at',
      'chats.created_at',
      'chats.updated_at',
    ])
}
