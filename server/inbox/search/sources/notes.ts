import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import { Note, toNote } from '#conversations/notes/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { cursorOf, NEWEST_BY_ID } from '#db/list-page.ts'
import type { PageInput } from '#lib/pagination.ts'
import { excerpt, Excerpt } from '../excerpt.ts'
import { findTexts, splitPage } from '../find-texts.ts'
import type { TextTable } from '../find-texts.ts'
import { loadChats } from '../load-chats.ts'
import type { SearchText } from '../read-query.ts'
import type { Found, Source } from './source.ts'

const FoundNote = Type.Object({ note: Note, chat: Chat, ...Excerpt.properties })

const TEXTS: TextTable = {
  table: 'notes',
  condition: sql`deleted_at is null`,
  indexed: sql`true`,
  columns: [{ text: sql.ref('text'), condition: sql`true`, hasTrigrams: false }],
}

/** Finds internal notes by their text, newest first. */
export const notes: Source<typeof FoundNote> = {
  item: FoundNote,
  scope: 'chats:read',
  find: findNotes,
}

async function findNotes(
  scope: Scope,
  text: SearchText,
  page: PageInput,
): Promise<Found<Static<typeof FoundNote>>> {
  const { ids, isComplete } = await findTexts(scope, TEXTS, text, page)
  const { shown, isMore } = splitPage(ids, page)
  const rows = await scope.db
    .selectFrom('notes')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', sql<string>`any (${shown}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const chats = await loadChats(
    scope,
    rows.map((row) => row.chat_id),
  )
  const last = rows.at(-1)
  return {
    data: rows.flatMap((row) => {
      const chat = chats.get(row.chat_id)
      return chat ? [{ note: toNote(row), chat, ...excerpt(row.text, text) }] : []
    }),
    next_cursor: isMore && last ? cursorOf(NEWEST_BY_ID, last) : null,
    isComplete,
  }
}
