import { usernameOf } from '#contacts/username-of.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { BulkPart } from '#db/tables/notifications.ts'
import { entryOf } from '#lib/entry-of.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { ActorType } from '#shared/actors.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { removeFormatting } from '#shared/formatted-text.ts'
import type { NotificationKind } from '#shared/notifications.ts'
import { toPreview } from '#shared/to-preview.ts'

/** A notification without the names and texts to show. */
export type NotificationItem = {
  id: string
  kind: NotificationKind
  chat_id: string | null
  ticket_id: string | null
  source_id: string | null
  bulk_subject: BulkPart['subject'] | null
  bulk_count: number | null
  message_count: number
  actor_type: ActorType
  actor_id: string | null
  created_at: Date
  read_at: Date | null
}

/** A notification with the names and texts to show, which are read when they are shown and stored nowhere else. */
export type NotificationDetails = NotificationItem & {
  ticket: { id: string; number: number; title: string } | null
  bulk: BulkPart | null
  contact_id: string | null
  contact_name: string | null
  channel: { id: string; name: string; type: ChannelType } | null
  actor_name: string | null
  text: string | null
  message_type: string | null
}

/** Returns the notifications of members with these ids, newest first, with their names and texts. */
export async function readOwnDetails(scope: Scope, ids: string[]): Promise<NotificationDetails[]> {
  const { rows } = await prepared<NotificationItem>`
    select id, kind, chat_id, ticket_id, source_id, bulk_subject, bulk_count, 0 as message_count, actor_type, actor_id,
      created_at, read_at
    from notifications
    where workspace_id = ${scope.workspaceId} and id = any (${ids}::uuid[])`.execute(scope.db)
  return readDetails(scope, rows)
}

/**
 * Adds names and texts without formatting to notifications, newest first. Those of deleted messages, notes and comments have no text.
 */
export async function readDetails(
  scope: Scope,
  items: NotificationItem[],
): Promise<NotificationDetails[]> {
  if (items.length === 0) return []
  const { workspaceId } = scope
  const given = bulkRows('item', items, {
    id: ['uuid', (item) => item.id],
    kind: ['text', (item) => item.kind],
    chat_id: ['uuid', (item) => item.chat_id],
    ticket_id: ['uuid', (item) => item.ticket_id],
    source_id: ['uuid', (item) => item.source_id],
  })
  const { rows } = await prepared<
    Omit<NotificationDetails, keyof NotificationItem | 'bulk' | 'actor_name'> & { id: string }
  >`
    select item.id,
      coalesce(chats.title, people.name, people.phone_e164, people.email, '@' || ${usernameOf(scope.workspaceId, 'people.id')}) as contact_name,
      people.id as contact_id,
      case when channels.id is not null then
        json_build_object('id', channels.id, 'name', channels.name, 'type', channels.type)
      end as channel,
      case item.kind
        when 'message' then messages.text
        when 'comment' then case when comments.deleted_at is null then comments.text end
        when 'mention' then case
          when item.ticket_id is null then case when notes.deleted_at is null then notes.text end
          when comments.deleted_at is null then comments.text
        end
      end as text,
      messages.type as message_type,
      case when tickets.id is not null then
        json_build_object('id', tickets.id, 'number', tickets.number, 'title', tickets.title)
      end as ticket
    from ${given}
    left join chats on chats.workspace_id = ${workspaceId} and chats.id = item.chat_id
    left join channels on channels.workspace_id = ${workspaceId} and channels.id = chats.channel_id
    left join tickets on tickets.workspace_id = ${workspaceId} and tickets.id = item.ticket_id
    left join people on people.workspace_id = ${workspaceId}
      and people.id = coalesce(chats.person_id, tickets.person_id)
    left join messages on item.kind = 'message'
      and messages.workspace_id = ${workspaceId} and messages.id = item.source_id
    left join notes on item.kind = 'mention' and notes.workspace_id = ${workspaceId} and notes.id = item.source_id
    left join ticket_comments as comments on item.kind in ('mention', 'comment') and item.ticket_id is not null
      and comments.workspace_id = ${workspaceId} and comments.id = item.source_id`.execute(scope.db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const names = await findMemberNames(
    scope,
    items.flatMap(({ actor_type: type, actor_id: id }) =>
      (type === 'member' || type === 'bot') && id ? [id] : [],
    ),
  )
  return items
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((item) => {
      const details = entryOf(found, item.id)
      return {
        ...item,
        ...details,
        text: details.text && toShown(details.text, item.kind, details.channel?.type),
        bulk: item.bulk_subject && { subject: item.bulk_subject, count: item.bulk_count ?? 0 },
        actor_name: names.get(item.actor_id ?? '') ?? null,
      }
    })
}

function toShown(text: string, kind: NotificationKind, channelType = ''): string {
  return kind === 'message' ? toPreview(text, channelType) : removeFormatting(text)
}
