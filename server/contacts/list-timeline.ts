import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { afterCursor, newestFirst, rowsToRead, toPage } from '#db/list-page.ts'
import { readAlias } from '#lib/read-alias.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { TIMELINE_KINDS } from '#shared/contacts.ts'
import { findPersonId } from './find-person-id.ts'
import type { TimelineEntry } from './schema.ts'

/**
 * Returns one page of a contact's timeline, newest first: its entries, and the messages of its conversations. `type`,
 * or its alias `kinds`, limits it to some kinds.
 *
 * Messages are merged in here instead of being copied into the timeline when they are written.
 *
 * @throws {AppError} person_not_found, invalid_cursor, validation_failed
 */
export async function listTimeline(
  scope: Scope,
  id: string,
  input: PageInput & { type?: string; kinds?: string },
): Promise<Page<TimelineEntry>> {
  const chosen = readAlias<string>(input, ['type', 'kinds'])
  const kinds = readChoices(chosen?.value, chosen?.name ?? 'type', TIMELINE_KINDS) ?? [
    ...TIMELINE_KINDS,
  ]
  const hasMessages = kinds.includes('message')
  const personId = await findPersonId(scope, id)
  if (personId === undefined) throw notFound('people', id)
  const limit = rowsToRead(input)
  const before = (time: string) => {
    const after = afterCursor(newestFirst(time, 'id', occurredAt), input)
    return after ? sql`and ${after}` : sql``
  }
  const { rows } = await sql<TimelineEntry>`
    select id, kind, occurred_at, data from (
      (select id, kind, occurred_at, data
        from timeline_entries
        where workspace_id = ${scope.workspaceId} and person_id = ${personId} and kind = any (${kinds}) ${before('occurred_at')}
        order by occurred_at desc, id desc limit ${limit})
      union all
      (select message.id, 'message', message.created_at, jsonb_build_object(
          'conversation_id', message.chat_id, 'direction', message.direction, 'type', message.type,
          'text', message.text, 'status', message.status)
        from chats, lateral (
          select * from messages
          where messages.workspace_id = ${scope.workspaceId} and messages.chat_id = chats.id
            ${before('created_at')}
          order by created_at desc, id desc limit ${limit}) as message
        where ${hasMessages} and chats.workspace_id = ${scope.workspaceId} and chats.person_id = ${personId})
    ) as entries
    order by occurred_at desc, id desc
    limit ${limit}`.execute(scope.db)
  return toPage(rows, newestFirst('occurred_at', 'id', occurredAt), input, (row) => row)
}

function occurredAt(entry: TimelineEntry): Date {
  return entry.occurred_at
}
