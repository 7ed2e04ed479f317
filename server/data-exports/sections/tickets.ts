import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#context.ts'
import type { Subject } from '#erasures/subject.ts'
import { columnsOf } from '../columns.ts'
import type { Section } from '../section.ts'
import { toFile, withPath } from './messages.ts'
import type { FileRow } from './messages.ts'

const BATCH = 1_000
const FILES_BATCH = 20

/** Returns the ids of the contact's tickets, as SQL. */
function ownTickets(scope: Scope, { contactIds }: Subject): RawBuilder<unknown> {
  return sql`(
    select id from tickets
    where workspace_id = ${scope.workspaceId} and person_id = any (${contactIds}::uuid[])
  )`
}

/** Creates a section with the rows of one table that belong to the contact's tickets, in the order of their ids. */
function sectionOfTickets(table: 'ticket_comments' | 'ticket_changes'): Section {
  return {
    name: table,
    async read(scope, subject, cursor) {
      const { rows } = await sql<{ id: string }>`
        select ${columnsOf(table)} from ${sql.table(table)}
        where workspace_id = ${scope.workspaceId} and ticket_id in ${ownTickets(scope, subject)}
          ${cursor === null ? sql`` : sql`and id > ${cursor}::uuid`}
        order by id limit ${BATCH}`.execute(scope.db)
      const last = rows.at(-1)
      return {
        rows: { [table]: rows },
        next: last && rows.length === BATCH ? { cursor: last.id } : 'done',
      }
    },
  }
}

/** The tags of the contact's tickets. */
const ticketTagSection: Section = {
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
const ticketFileSection: Section = {
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

/** The comments, history, tags and files of the contact's tickets. */
export const ticketSections: readonly Section[] = [
  sectionOfTickets('ticket_comments'),
  sectionOfTickets('ticket_changes'),
  ticketTagSection,
  ticketFileSection,
]
