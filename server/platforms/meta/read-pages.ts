import type { FailedOutcome } from '../send-outcome.ts'
import type { Graph } from './graph.ts'

const PAGE_ROWS = 100

/** A list of the platform: its path and its query, without the page. */
type List = { path: string; fields: string; accessToken: string; timeoutMs?: number | undefined }

/** Reads the rows of a list, page by page, up to `pagesMax` pages. Ends after the first failure, which it yields. */
export async function* readPages(
  graph: Graph,
  { path, fields, accessToken, timeoutMs }: List,
  pagesMax: number,
): AsyncGenerator<{ rows: unknown[] } | { failed: FailedOutcome }> {
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const query = new URLSearchParams({ fields, limit: String(PAGE_ROWS), ...(after && { after }) })
    const answer = await graph.get(`${path}?${query.toString()}`, accessToken, timeoutMs)
    if ('failed' in answer) return yield answer
    const { data, paging } = answer.body as Body
    yield { rows: Array.isArray(data) ? data : [] }
    const next = paging?.next === undefined ? undefined : paging.cursors?.after
    if (next === undefined || next === after) return
    after = next
  }
}

type Body = { data?: unknown; paging?: { next?: string; cursors?: { after?: string } } }
