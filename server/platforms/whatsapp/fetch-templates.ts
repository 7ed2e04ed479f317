import type { Graph } from '../meta/graph.ts'
import { readPages } from '../meta/read-pages.ts'
import type { ChannelAccount } from '../platform-client.ts'
import type { PlatformTemplate } from '../reports.ts'
import type { FailedOutcome } from '../send-outcome.ts'

const PAGES_MAX = 200
const fields = 'id,name,language,category,status,rejected_reason,quality_score,components'

type Failed = { failed: FailedOutcome }

/** Fetches every template of a business account, page by page. Source: Cloud API, "Message templates". */
export async function fetchTemplates(
  graph: Graph,
  { businessAccount, accessToken }: { businessAccount: string; accessToken: string },
): Promise<{ templates: PlatformTemplate[] } | Failed> {
  const found: PlatformTemplate[] = []
  const list = { path: `/${businessAccount}/message_templates`, fields, accessToken }
  for await (const page of readPages(graph, list, PAGES_MAX)) {
    if ('failed' in page) return page
    found.push(...page.rows.flatMap(readTemplate))
  }
  return { templates: found }
}

/** Fetches how many messages per second a number may send; undefined when the platform does not say. Source: "Throughput". */
export async function fetchSendRate(
  graph: Graph,
  { account, accessToken }: ChannelAccount,
): Promise<number | undefined> {
  const answer = await graph.get(`/${account}?fields=throughput,is_on_biz_app`, accessToken)
  if ('failed' in answer) return undefined
  const { throughput, is_on_biz_app: isOnPhone } = answer.body as Body
  if (isOnPhone === true) return 20
  return { STANDARD: 80, HIGH: 1000 }[throughput?.level ?? '']
}

type Body = { throughput?: { level?: string }; is_on_biz_app?: boolean }

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
