import { lastOf } from '../last-of.ts'
import type { Page } from '../page.ts'

/** Maximum number of rows that one statement of an export reads. */
export const EXPORT_PAGE = 1_000

/** Yields the head of a file, then the text of one page after another: only one page is in memory at a time. */
export async function* exportPages<T>(
  head: string,
  readPage: (cursor: string | null) => Promise<Page<T>>,
  toText: (rows: T[]) => string | Promise<string>,
): AsyncGenerator<string> {
  if (head) yield head
  for (let cursor: string | null = null; ;) {
    const { data, next_cursor }: Page<T> = await readPage(cursor)
    if (data.length > 0) yield await toText(data)
    if (next_cursor === null) return
    cursor = next_cursor
  }
}

/**
 * Returns the reader of `exportPages` for rows that are ordered by id: `readRows` returns up to `EXPORT_PAGE` rows below the id
 * `after`, in descending order.
 */
export function pagesById<T extends { id: string }>(
  readRows: (after: string | null) => Promise<T[]>,
): (cursor: string | null) => Promise<Page<T>> {
  return async (after) => {
    const data = await readRows(after)
    return { data, next_cursor: data.length < EXPORT_PAGE ? null : lastOf(data).id }
  }
}
