import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import type { TicketRow } from './schema.ts'

/** Selects the tickets of a workspace with their tags and files: rows of `TicketRow`. */
export function ticketQuery(scope: Scope) {
  return scope.db
    .selectFrom('tickets')
    .selectAll('tickets')
    .select([
      sql<TicketRow['tags']>`coalesce((
        select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name))
        from ticket_tags
        join tags on tags.workspace_id = ticket_tags.workspace_id and tags.id = ticket_tags.tag_id
        where ticket_tags.workspace_id = tickets.workspace_id and ticket_tags.ticket_id = tickets.id
      ), '[]')`.as('tags'),
      sql<TicketRow['attachments']>`coalesce((
        select json_agg(json_build_object(
          'id', upload.id, 'mime_type', upload.mime_type, 'filename', upload.filename, 'size_bytes', upload.size_bytes,
          'added_by', json_build_object('type', attachment.actor_type, 'id', attachment.actor_id),
          'created_at', attachment.created_at
        ) order by attachment.created_at, upload.id)
        from ticket_attachments as attachment
        join media_uploads as upload
          on upload.workspace_id = attachment.workspace_id and upload.id = attachment.upload_id
        where attachment.workspace_id = tickets.workspace_id and attachment.ticket_id = tickets.id
      ), '[]')`.as('attachments'),
    ])
    .where('tickets.workspace_id', '=', scope.workspaceId)
}
