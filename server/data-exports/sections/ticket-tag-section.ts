import { sql } from 'kysely'
import { columnsOf } from '../columns-of.ts'
import type { Section } from '../section.ts'
import { ownTickets } from './owned-sections.ts'
import { toFile, withPath } from './message-section.ts'
import type { FileRow } from './message-section.ts'

const FILES_BATCH = 20

/** The tags of the contact's tickets. */
export const ticketTagSection: Section = {
  name: 'ticket_tags',
  async read(scope, subject) {
    const { rows } = await sql<object>`
      select ticket_tags.ticket_id, tags.name, ticket_tags.created_at from ticket_tags
      join tags on tags.workspace_id = ${scope.workspaceId} and tags.id = ticket_tags.tag_id
      where ticket_tags.workspace_id = ${scope.workspaceId}
        and ticket_tags.ticket_id in ${ownTickets(scope, subject)}
      order by ticket_tags.ticket_id, tags.name`.execute(scope.db)
    return { rows: { ticket_tags: rows }, next: 'done' }
  },
}

/** The files of the contact's tickets. */
export const ticketFileSection: Section = {
  name: 'ticket_files',
  async read(scope, subject, cursor) {
    const { rows } = await sql<FileRow>`
      select ${columnsOf('media_uploads')} from media_uploads
      where workspace_id = ${scope.workspaceId} and id in (
          select upload_id from ticket_attachments
          where workspace_id = ${scope.workspaceId} and ticket_id in ${ownTickets(scope, subject)}
        )
        ${cursor === null ? sql`` : sql`and id > ${cursor}::uuid`}
      order by id limit ${FILES_BATCH}`.execute(scope.db)
    const files = rows.map(withPath)
    const last = rows.at(-1)
    return {
      rows: { ticket_files: files },
      files: files.flatMap(toFile),
      next: last && rows.length === FILES_BATCH ? { cursor: last.id } : 'done',
    }
  },
}
