import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#context.ts'
import type { Subject } from '#erasures/subject.ts'
import { columnsOf } from '../columns.ts'
import type { EXPORTED_COLUMNS } from '../columns.ts'
import type { Section } from '../section.ts'

const BATCH = 1_000

/** Creates a section with the rows of one table that belong to the contact, in the order of their ids. */
function sectionById(
  name: string,
  table: keyof typeof EXPORTED_COLUMNS,
  where: (scope: Scope, subject: Subject) => RawBuilder<unknown>,
): Section {
  return {
    name,
    async read(scope, subject, cursor) {
      const { rows } = await sql<{ id: string }>`
        select ${columnsOf(table)} from ${sql.table(table)}
        where workspace_id = ${scope.workspaceId} and (${where(scope, subject)})
          ${cursor === null ? sql`` : sql`and id > ${cursor}::uuid`}
        order by id limit ${BATCH}`.execute(scope.db)
      const last = rows.at(-1)
      return {
        rows: { [name]: rows },
        next: last && rows.length === BATCH ? { cursor: last.id } : 'done',
      }
    },
  }
}

const ofContact = (_scope: Scope, { contactIds }: Subject) =>
  sql`person_id = any (${contactIds}::uuid[])`
const ofChats = (_scope: Scope, { chatIds }: Subject) => sql`chat_id = any (${chatIds}::uuid[])`

const ofVisitors = ({ workspaceId }: Scope, { values }: Subject) => sql`exists (
  select from channels
  where channels.workspace_id = ${workspaceId} and channels.id = web_chat_sessions.channel_id
    and channels.account || ':' || web_chat_sessions.address = any (${values}::text[])
)`

/** The sections whose rows belong to the contact or to its conversations. */
export const sectionsById: Section[] = [
  sectionById('timeline', 'timeline_entries', ofContact),
  sectionById('tickets', 'tickets', ofContact),
  sectionById(
    'conversations',
    'chats',
    (_scope, { chatIds }) => sql`id = any (${chatIds}::uuid[])`,
  ),
  sectionById('conversation_changes', 'chat_changes', ofChats),
  sectionById('notes', 'notes', ofChats),
  sectionById('reply_drafts', 'reply_drafts', ofChats),
  sectionById('web_chat_sessions', 'web_chat_sessions', ofVisitors),
]
