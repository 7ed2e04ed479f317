import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { Note, toNote } from '#conversations/notes/schema.ts'
import { Chat } from '#conversations/schema.ts'
import type { PageInput } from '#lib/page.ts'
import { removeFormatting } from '#shared/formatted-text.ts'
import { excerpt, Excerpt } from '../excerpt.ts'
import type { TextTable } from '../find-texts.ts'
import { pageOfTexts } from '../page-of-texts.ts'
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
  return pageOfTexts(scope, TEXTS, text, page, {
    readRows: (ids) =>
      selectFrom(scope, 'notes')
        .selectAll()
        .where('id', '=', sql<string>`any (${ids}::uuid[])`)
        .where('deleted_at', 'is', null)
        .orderBy('id', 'desc')
        .execute(),
    toItem: (row, chat) => ({
      note: toNote(row),
      chat,
      ...excerpt(removeFormatting(row.text), text),
    }),
  })
}
