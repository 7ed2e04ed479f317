import { PAGE_SIZE } from '#shared/pages.ts'
import { api } from './api.ts'
import type { Query } from './api.ts'
import type { Page } from './wire.ts'

const ROWS_MAX = 1000

/** Reads all rows of a short list, page by page, up to 1,000. */
export async function readAll<T>(path: string, query: Query = {}): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const page: Page<T> = await api.get<Page<T>>(path, { ...query, limit: PAGE_SIZE.max, cursor })
    rows.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && rows.length < ROWS_MAX)
  return rows
}
