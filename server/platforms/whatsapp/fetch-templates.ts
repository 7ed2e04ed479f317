import type { Graph, GraphAnswer } from '../meta/graph.ts'
import { readFailedOutcome } from '../meta/read-outcome.ts'
import type { ChannelAccount } from '../platform-client.ts'
import type { PlatformTemplate } from '../reports.ts'
import type { FailedOutcome } from '../send-outcome.ts'
import { errors } from './errors.ts'

const PAGE_ROWS = 100
const PAGES_MAX = 200
const fields = 'id,name,language,category,status,rejected_reason,quality_score,components'

type Failed = { failed: FailedOutcome }

/** Fetches every template of a business account, page by page. Source: Cloud API, "Message templates". */
export async function fetchTemplates(
  graph: Graph,
  { businessAccount, accessToken }: { businessAccount: string; accessToken: string },
): Promise<{ templates: PlatformTemplate[] } | Failed> {
  const found: PlatformTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = new URLSearchParams({ fields, limit: String(PAGE_ROWS), ...(after && { after }) })
    const path = `/${businessAccount}/message_templates?${query.toString()}`
    const answer = await graph.ask({ method: 'GET', path, accessToken })
    const failed = readFailedOutcome(answer, errors)
    if (failed) return { failed }
    const { data, paging } = (answer as GraphAnswer).body as Body
    if (Array.isArray(data)) found.push(...data.flatMap(readTemplate))
    const next = paging?.next === undefined ? undefined : paging.cursors?.after
    if (next === undefined || next === after) break
    after = next
  }
  return { templates: found }
}

/** Fetches how many messages per second a number may send; undefined when the platform does not say. Source: "Throughput". */
export async function fetchSendRate(
  graph: Graph,
  { account, accessToken }: ChannelAccount,
): Promise<number | undefined> {
  const path = `/${account}?fields=throughput,is_on_biz_app`
  const answer = await graph.ask({ method: 'GET', path, accessToken })
  if (readFailedOutcome(answer, errors)) return undefined
  const { throughput, is_on_biz_app: isOnPhone } = (answer as GraphAnswer).body as Body
  if (isOnPhone === true) return 20
  return { STANDARD: 80, HIGH: 1000 }[throughput?.level ?? '']
}

type Body = {
  data?: unknown
  paging?: { next?: string; cursors?: { after?: string } }
  throughput?: { level?: string }
  is_on_biz_app?: boolean
}

function readTemplate(given: unknown): PlatformTemplate[] {
  const value = given as Record<string, unknown>
  const { name, language } = value
  if (typeof name !== 'string' || typeof language !== 'string') return []
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : null)
  const reason = text('rejected_reason')
  const score = (value['quality_score'] as { score?: unknown } | null | undefined)?.score
  return [
    {
      id: text('id'),
      name,
      language,
      category: text('category'),
      status: text('status'),
      reason: reason === 'NONE' ? null : reason,
      quality: typeof score === 'string' ? score : null,
      components: Array.isArray(value['components']) ? value['components'] : null,
    },
  ]
}
