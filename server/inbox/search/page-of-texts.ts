import type { Scope } from '#db/context.ts'
import type { Chat } from '#conversations/schema.ts'
import { readChats } from '#conversations/read-chats.ts'
import { cursorOf, NEWEST_BY_ID } from '#db/list-page.ts'
import { rowsOf } from '#lib/page.ts'
import type { PageInput } from '#lib/page.ts'
import { findTexts } from './find-texts.ts'
import type { TextTable } from './find-texts.ts'
import type { SearchText } from './read-query.ts'
import type { Found } from './sources/source.ts'

/** A row of a table with texts. */
type Row = { id: string; chat_id: string; created_at: Date }

/** How ids become results: `readRows` reads their rows, newest first, and `toItem` a row with its conversation. */
type Reader<R extends Row, T> = {
  readRows: (ids: string[]) => Promise<R[]>
  toItem: (row: R, chat: Chat) => T
}

/** Returns a page of the rows of `texts` that contain all terms of `search`, newest first. @throws {AppError} invalid_cursor */
export async function pageOfTexts<R extends Row, T>(
  scope: Scope,
  texts: TextTable,
  search: SearchText,
  page: PageInput,
  { readRows, toItem }: Reader<R, T>,
): Promise<Found<T>> {
  const { ids, isComplete } = await findTexts(scope, texts, search, page)
  const rows = await readRows(ids.slice(0, rowsOf(page)))
  const chatIds = rows.map((row) => row.chat_id)
  const chats = await readChats(scope, chatIds)
  const last = rows.at(-1)
  const isMore = ids.length > rowsOf(page)
  return {
    data: rows.flatMap((row, index) => {
      const chat = chats[index]
      return chat ? [toItem(row, chat)] : []
    }),
    next_cursor: isMore && last ? cursorOf(NEWEST_BY_ID, last) : null,
    isComplete,
  }
}
