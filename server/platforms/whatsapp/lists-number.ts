import type { Graph, GraphAnswer } from '../meta/graph.ts'
import { readFailedOutcome } from '../meta/read-outcome.ts'
import type { FailedOutcome } from '../send-outcome.ts'
import { errors } from './errors.ts'

const PAGE_ROWS = 100
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
  let after: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = new URLSearchParams({
      fields: 'id',
      limit: String(PAGE_ROWS),
      ...(after && { after }),
    })
    const answer = await graph.ask({
      method: 'GET',
      path: `/${businessAccount}/phone_numbers?${query.toString()}`,
      accessToken,
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
    const failed = readFailedOutcome(answer, errors)
    if (failed) return { failed }
    const { data, paging } = (answer as GraphAnswer).body as Body
    if (Array.isArray(data) && data.some((each) => String(each?.id) === account))
      return { isListed: true }
    const next = paging?.next === undefined ? undefined : paging.cursors?.after
    if (next === undefined || next === after) break
    after = next
  }
  return { isListed: false }
}

type Body = {
  data?: ({ id?: unknown } | null)[]
  paging?: { next?: string; cursors?: { after?: string } }
}
