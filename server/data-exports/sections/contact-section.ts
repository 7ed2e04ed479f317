import { sql } from 'kysely'
import { columnsOf } from '../columns-of.ts'
import type { Section } from '../section.ts'

/** The contact and those merged into it, with addresses and merges. */
export const contactSection: Section = {
  name: 'contacts',
  async read(scope, { contactIds }) {
    const { workspaceId } = scope
    const contacts = await sql<object>`
      select ${columnsOf('people')} from people
      where workspace_id = ${workspaceId} and id = any (${contactIds}::uuid[])
      order by id`.execute(scope.db)
    const identities = await sql<object>`
      select ${columnsOf('identities')} from identities
      where workspace_id = ${workspaceId} and person_id = any (${contactIds}::uuid[])
      order by kind, value`.execute(scope.db)
    const merges = await sql<object>`
      select ${columnsOf('person_merges')} from person_merges
      where workspace_id = ${workspaceId}
        and (survivor_id = any (${contactIds}::uuid[]) or merged_id = any (${contactIds}::uuid[]))
      order by id`.execute(scope.db)
    return {
      rows: { contacts: contacts.rows, identities: identities.rows, merges: merges.rows },
      next: 'done',
    }
  },
}

/** The tags of the contact's conversations. */
export const tagSection: Section = {
  name: 'conversation_tags',
  async read(scope, { chatIds }) {
    const { rows } = await sql<object>`
      select chat_tags.chat_id, tags.name, chat_tags.created_at from chat_tags
      join tags on tags.workspace_id = ${scope.workspaceId} and tags.id = chat_tags.tag_id
      where chat_tags.workspace_id = ${scope.workspaceId}
        and chat_tags.chat_id = any (${chatIds}::uuid[])
      order by chat_tags.chat_id, tags.name`.execute(scope.db)
    return { rows: { conversation_tags: rows }, next: 'done' }
  },
}

/** Reports of platforms about messages that never arrived, and until when messages were delivered and read. */
export const reportSection: Section = {
  name: 'reports',
  async read(scope, { values }) {
    const statuses = await sql<object>`
      select ${columnsOf('message_statuses')} from message_statuses
      where workspace_id = ${scope.workspaceId} and message_id is null and (
        lower(participant) = any (${values}::text[])
        or exists (
          select from unnest(${values}::text[]) as wanted
          where position('"' || wanted || '"' in lower(details::text)) > 0
        )
      )`.execute(scope.db)
    const watermarks = await sql<object>`
      select ${columnsOf('chat_watermarks')} from chat_watermarks
      where workspace_id = ${scope.workspaceId}
        and lower(recipient) = any (${values}::text[])`.execute(scope.db)
    return {
      rows: { message_statuses: statuses.rows, conversation_watermarks: watermarks.rows },
      next: 'done',
    }
  },
}
