import { sql } from 'kysely'
import { usernameOf } from '#contacts/username-of.ts'
import type { Scope } from '#db/context.ts'
import type { BulkPart } from '#db/tables/notifications.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { ActorType } from '#shared/actors.ts'
import { removeFormatting } from '#shared/formatted-text.ts'
import type { NotificationKind } from '#shared/notifications.ts'
import { toPreview } from '#shared/to-preview.ts'

/** A notification with the names and texts to show, which are read when they are shown and stored nowhere else. */
export type NotificationDetails = {
  id: string
  kind: NotificationKind
  chat_id: string | null
  ticket: { id: string; number: number; title: string } | null
  bulk: BulkPart | null
  contact_name: string | null
  actor_type: ActorType
  actor_id: string | null
  actor_name: string | null
  text: string | null
  message_type: string | null
  created_at: Date
  read_at: Date | null
}

type Row = Omit<NotificationDetails, 'actor_name'> & { channel_type: string | null }

/**
 * Returns notifications with their names and texts, without formatting, newest first. Those of deleted messages, notes and comments have no text.
 */
export async function readDetails(scope: Scope, ids: string[]): Promise<NotificationDetails[]> {
  if (ids.length === 0) return []
  const { workspaceId } = scope
  const { rows } = await sql<Row>`
    select item.id, item.kind, item.chat_id, item.actor_type, item.actor_id, item.created_at, item.read_at,
      coalesce(chats.title, people.name, people.phone_e164, people.email, '@' || ${usernameOf(scope, 'people.id')}) as contact_name,
      case item.kind
        when 'message' then messages.text
        when 'mention' then case
          when item.ticket_id is null then case when notes.deleted_at is null then notes.text end
          when comments.deleted_at is null then comments.text
        end
      end as text,
      messages.type as message_type, channels.type as channel_type,
      case when tickets.id is not null then
        json_build_object('id', tickets.id, 'number', tickets.number, 'title', tickets.title)
      end as ticket,
      case when item.bulk_subject is not null then
        json_build_object('subject', item.bulk_subject, 'count', item.bulk_count)
      end as bulk
    from notifications as item
    left join chats on chats.workspace_id = ${workspaceId} and chats.id = item.chat_id
    left join channels on channels.workspace_id = ${workspaceId} and channels.id = chats.channel_id
    left join tickets on tickets.workspace_id = ${workspaceId} and tickets.id = item.ticket_id
    left join people on people.workspace_id = ${workspaceId}
      and people.id = coalesce(chats.person_id, tickets.person_id)
    left join messages on item.kind = 'message'
      and messages.workspace_id = ${workspaceId} and messages.id = item.source_id
    left join notes on item.kind = 'mention' and notes.workspace_id = ${workspaceId} and notes.id = item.source_id
    left join ticket_comments as comments on item.kind = 'mention' and item.ticket_id is not null
      and comments.workspace_id = ${workspaceId} and comments.id = item.source_id
    where item.workspace_id = ${workspaceId} and item.id = any (${ids}::uuid[])
    order by item.id desc`.execute(scope.db)
  const names = await findMemberNames(
    scope,
    rows.flatMap((row) => (row.actor_type === 'member' && row.actor_id ? [row.actor_id] : [])),
  )
  return rows.map(({ channel_type: channelType, ...row }) => ({
    ...row,
    text:
      row.text &&
      (row.kind === 'message'
        ? toPreview(row.text, channelType ?? '')
        : removeFormatting(row.text)),
    actor_name: names.get(row.actor_id ?? '') ?? null,
  }))
}
