import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { timeOfId } from '#lib/ids.ts'
import { partOf } from './find-entries.ts'
import type { Entry } from './find-entries.ts'
import type { Reader } from './get-reader.ts'
import { readDetails } from './read-details.ts'
import type { NotificationDetails, NotificationItem } from './read-details.ts'

/**
 * Returns entries with what they show, newest first: an unread mention or assignment of the member before anything else, or
 * the newest part.
 */
export async function readEntries(
  scope: Scope,
  reader: Reader,
  entries: Entry[],
): Promise<NotificationDetails[]> {
  if (entries.length === 0) return []
  const { workspaceId } = scope
  const { id: me } = reader
  const unread = partOf(scope, reader, 'unread')
  const { rows } = await prepared<Omit<NotificationItem, 'created_at'>>`
    select place.id, coalesce(item.kind, entry.kind) as kind,
      case when item.id is null then entry.chat_id else item.chat_id end as chat_id, item.ticket_id,
      case when item.id is null then entry.message_id else item.source_id end as source_id,
      item.bulk_subject, item.bulk_count, coalesce(entry.message_count, 0) as message_count,
      case when item.id is null then entry.actor_type else item.actor_type end as actor_type,
      case when item.id is null then entry.actor_id else item.actor_id end as actor_id,
      case
        when own_unread.id is not null or exists (
          select from conversation_notifications as entry
          where entry.workspace_id = ${workspaceId} and entry.chat_id = place.subject_id and entry.id > ${reader.from}::uuid
            and ${unread.ofConversation}
        ) then null
        else greatest(item.read_at, (
          select max(read_at) from notification_reads
          where workspace_id = ${workspaceId} and membership_id = ${me}
            and subject_id in (place.subject_id, ${workspaceId}) and read_up_to >= entry.id
        ))
      end as read_at
    from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map((each) => each.subject_id)}::uuid[])
      as place (id, subject_id)
    left join lateral (
      select id, kind from notifications as item
      where item.workspace_id = ${workspaceId} and item.membership_id = ${me} and item.read_at is null
        and (item.chat_id = place.subject_id or item.ticket_id = place.subject_id or item.id = place.subject_id)
        and ${unread.ofMember(sql`item`)}
      order by item.kind in ('mention', 'assignment') desc, item.kind = 'mention' desc, item.id desc limit 1
    ) as own_unread on true
    left join conversation_notifications as entry
      on entry.workspace_id = ${workspaceId} and entry.chat_id = place.subject_id
      and (entry.id = place.id or entry.is_open)
    left join notifications as item
      on item.workspace_id = ${workspaceId} and item.membership_id = ${me}
      and item.id = case when own_unread.kind in ('mention', 'assignment') then own_unread.id else place.id end`.execute(
    scope.db,
  )
  return readDetails(
    scope,
    rows.map((row) => ({ ...row, created_at: new Date(timeOfId(row.id)) })),
  )
}
