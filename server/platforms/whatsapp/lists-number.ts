import type { Graph } from '../meta/graph.ts'
import { readPages } from '../meta/read-pages.ts'
import type { FailedOutcome } from '../send-outcome.ts'

const PAGES_MAX = 20

/**
 * Asks the platform whether a number belongs to a business account, page by page.
 *
 * Source: Cloud API, "Phone numbers".
 */
export async function listsNumber(
  graph: Graph,
  {
    account,
    businessAccount,
    accessToken,
  }: { account: string; businessAccount: string; accessToken: string },
  timeoutMs?: number,
): Promise<{ isListed: boolean } | { failed: FailedOutcome }> {
  const list = { path: `/${businessAccount}/phone_numbers`, fields: 'id', accessToken, timeoutMs }
  for await (const page of readPages(graph, list, PAGES_MAX)) {
    if ('failed' in page) return page
    const ids = page.rows.map((row) => (row as { id?: unknown } | null)?.id)
    if (ids.some((id) => String(id) === account)) return { isListed: true }
  }
  return { isListed: false }
}
