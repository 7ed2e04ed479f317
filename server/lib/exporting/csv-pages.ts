import { lastOf } from '../last-of.ts'

/** Maximum number of rows that one statement of an export reads. */
export const EXPORT_PAGE = 1_000

/**
 * Yields the head of a CSV file, then the lines of one page after another: only one page is in memory at a time.
 * `readPage` returns up to `EXPORT_PAGE` rows below the id `after`, by id in descending order.
 */
export async function* csvPages<T extends { id: string }>(
  head: string,
  readPage: (after: string | null) => Promise<T[]>,
  toLines: (rows: T[]) => string | Promise<string>,
): AsyncGenerator<string> {
  yield head
  for (let after: string | null = null; ;) {
    const rows: T[] = await readPage(after)
    if (rows.length > 0) yield await toLines(rows)
    if (rows.length < EXPORT_PAGE) return
    after = lastOf(rows).id
  }
}
