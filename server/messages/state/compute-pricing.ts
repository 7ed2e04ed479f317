import type { MessagePricing } from '#db/tables/messages.ts'

/** A stored status with the rest of its report, which can contain the price information of the message. */
export type PricedReport = {
  status: string
  participant: string
  details: Record<string, unknown> | null
}

/** The statuses whose price information counts, the most reliable one first. */
const ORDER = ['delivered', 'read', 'played', 'sent']

/**
 * Computes the price information of a message from all its reported statuses, in whatever order they arrived: that of
 * the delivery, else of the reading, else of the sending. Without any, it stays `current`.
 */
export function computePricing(
  current: MessagePricing | null,
  reports: readonly PricedReport[],
): MessagePricing | null {
  const rankOf = ({ status }: PricedReport) =>
    ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.length
  const [best] = reports
    .flatMap((report) => {
      const pricing = readPricing(report.details)
      return pricing ? [{ report, pricing }] : []
    })
    .toSorted(
      (a, b) =>
        rankOf(a.report) - rankOf(b.report) ||
        (a.report.participant < b.report.participant ? -1 : 1),
    )
  return best?.pricing ?? current
}

/** Reads the price information of a status; of a group it is in the conversation. */
function readPricing(details: PricedReport['details']): MessagePricing | undefined {
  const node =
    toNode(details?.['pricing']) ?? toNode(toNode(details?.['conversation'])?.['pricing'])
  const category = toWord(node?.['category'])
  if (!node || category === null) return undefined
  const billable = node['billable']
  return {
    category: category.replaceAll('-', '_'),
    type: toWord(node['type']),
    billable: typeof billable === 'boolean' ? billable : null,
    model: toText(node['pricing_model']),
  }
}

function toNode(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 64) : null
}

function toWord(value: unknown): string | null {
  return toText(value)?.toLowerCase() ?? null
}
