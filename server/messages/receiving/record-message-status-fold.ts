import type { MessageStatus } from '#shared/messages.ts'

/** The columns that a message's statuses determine. */
export type MessageState = {
  status: MessageStatus
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  error_code: string | null
  error_message: string | null
}

/** A stored status as it was reported. */
export type ReportedStatus = {
  status: string
  occurred_at: Date
  error_code: string | null
  error_message: string | null
}

const ranks: Record<string, number> = { queued: 0, sent: 1, delivered: 2, read: 3, played: 3 }
const names = ['queued', 'sent', 'delivered', 'read'] as const

/**
 * Computes the state of a message from all its reported statuses, in whatever order they arrived.
 *
 * The status only advances. `failed` outranks a late `sent`, and yields with its error to delivered or read. A failure
 * that we recorded ourselves yields to any status, because the message was sent after all.
 */
export function foldStatuses(current: MessageState, reported: ReportedStatus[]): MessageState {
  const first = (...statuses: string[]) =>
    reported
      .filter((each) => statuses.includes(each.status))
      .map((each) => each.occurred_at)
      .toSorted((a, b) => a.getTime() - b.getTime())[0]
  const failure = reported.find((each) => each.status === 'failed')
  const reachedByReports = Math.max(0, ...reported.map((each) => ranks[each.status] ?? 0))
  const reached = Math.max(reachedByReports, ranks[current.status] ?? 0)
  const isFailed =
    reached < ranks['delivered']! &&
    (failure !== undefined || (current.status === 'failed' && reachedByReports === 0))
  const isCurrent = failure === undefined && reachedByReports === 0
  const error = isFailed ? (failure ?? current) : isCurrent ? current : undefined
  return {
    status: isFailed ? 'failed' : names[reached]!,
    sent_at: first('sent') ?? current.sent_at,
    delivered_at: first('delivered') ?? current.delivered_at,
    read_at: first('read', 'played') ?? current.read_at,
    error_code: error ? error.error_code : null,
    error_message: error ? error.error_message : null,
  }
}
