import { api } from '../../../lib/api.ts'
import type { Query } from '../../../lib/api.ts'
import type { Page } from '../../../lib/wire.ts'

const ROWS_MAX = 1000

/** All rows of a short list, page by page, up to a thousand. */
export async function readAll<T>(path: string, query: Query = {}): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const page: Page<T> = await api.get<Page<T>>(path, { ...query, limit: 100, cursor })
    rows.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && rows.length < ROWS_MAX)
  return rows
}
