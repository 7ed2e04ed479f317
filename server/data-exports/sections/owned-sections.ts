import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { ownedTables } from '#db/owned-tables.ts'
import type { Owner } from '#db/table.ts'
import type { TableName } from '#db/tables.ts'
import type { Subject } from '#erasures/subject.ts'
import { columnsOf } from '../columns-of.ts'
import type { Section } from '../section.ts'

const BATCH = 1_000

type Condition = (scope: Scope, subject: Subject) => RawBuilder<unknown>

/** Creates a section with the rows of one table that belong to the contact, in the order of their ids. */
function sectionById(name: string, table: TableName, where: Condition): Section {
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

/** Returns the ids of the contact's tickets, as SQL. */
export function ownTickets(scope: Scope, { contactIds }: Subject): RawBuilder<unknown> {
  return sql`(
    select id from tickets
    where workspace_id = ${scope.workspaceId} and person_id = any (${contactIds}::uuid[])
  )`
}

/** The conditions of the rows that belong to the contact, by the column with their owner. */
const OWNED: Readonly<Record<Owner, Condition>> = {
  person_id: (_scope, { contactIds }) => sql`person_id = any (${contactIds}::uuid[])`,
  chat_id: (_scope, { chatIds }) => sql`chat_id = any (${chatIds}::uuid[])`,
  ticket_id: (scope, subject) => sql`ticket_id in ${ownTickets(scope, subject)}`,
}

/** Creates the sections of the tables whose column `owner` says whose rows they are. */
export function ownedSections(owner: Owner): Section[] {
  return ownedTables(owner).map(({ name, section = name }) =>
    sectionById(section, name, OWNED[owner]),
  )
}

/** The contact's conversations. */
export const conversationSection = sectionById(
  'conversations',
  'chats',
  (_scope, { chatIds }) => sql`id = any (${chatIds}::uuid[])`,
)

/** The contact's sessions of web chats. */
export const visitorSection = sectionById(
  'web_chat_sessions',
  'web_chat_sessions',
  ({ workspaceId }, { values }) => sql`exists (
    select from channels
    where channels.workspace_id = ${workspaceId} and channels.id = web_chat_sessions.channel_id
      and channels.account || ':' || web_chat_sessions.address = any (${values}::text[])
  )`,
)
