import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import { toTicket } from './schema.ts'
import type { Ticket, TicketRow } from './schema.ts'

/** Returns the tickets with these ids, in the order of their ids. */
export async function readTickets(scope: Scope, ids: string[]): Promise<Ticket[]> {
  if (ids.length === 0) return []
  const { workspaceId } = scope
  const { rows } = await prepared<TicketRow>`
    select ${rowColumns('tickets')},
      coalesce((
        select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name))
        from ticket_tags
        join tags on tags.workspace_id = ${workspaceId} and tags.id = ticket_tags.tag_id
        where ticket_tags.workspace_id = ${workspaceId} and ticket_tags.ticket_id = tickets.id
      ), '[]') as tags,
      array(
        select membership_id from ticket_followers
        where ticket_followers.workspace_id = ${workspaceId} and ticket_followers.ticket_id = tickets.id
        order by ticket_followers.created_at, membership_id
      ) as follower_ids,
      coalesce((
        select json_agg(json_build_object(
          'id', upload.id, 'mime_type', upload.mime_type, 'filename', upload.filename, 'size_bytes', upload.size_bytes,
          'added_by', json_build_object('type', attachment.actor_type, 'id', attachment.actor_id),
          'created_at', attachment.created_at
        ) order by attachment.created_at, upload.id)
        from ticket_attachments as attachment
        cross join lateral (
          select id, mime_type, filename, size_bytes from media_uploads where workspace_id = ${workspaceId} and id = attachment.upload_id limit 1
        ) as upload
        where attachment.workspace_id = ${workspaceId} and attachment.ticket_id = tickets.id
      ), '[]') as attachments
    from tickets
    where tickets.workspace_id = ${workspaceId} and tickets.id = any (${ids}::uuid[])
    order by tickets.id`.execute(scope.db)
  return rows.map((row) => toTicket(scope, row))
}
