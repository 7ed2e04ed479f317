import type { MessageStatus } from '#shared/messages.ts'

/** The columns that a message's statuses determine, and when the message was created. */
export type MessageState = {
  created_at: Date
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
 * The status only advances. `failed` outranks a late `sent`. Delivered or read replaces `failed` and clears its error. A failure
 * that we recorded ourselves yields to any status, because the message was sent after all.
 *
 * Platforms report whole seconds by a clock of their own, so a time may be earlier than what it follows. It then counts as
 * that: a message is not sent before it is created, nor delivered before it is sent, nor read before it is delivered.
 */
export function computeStatus(
  current: MessageState,
  reported: ReportedStatus[],
): Omit<MessageState, 'created_at'> {
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
  const sentAt = noEarlier(first('sent') ?? current.sent_at, current.created_at)
  const sentBy = sentAt ?? current.created_at
  const deliveredAt = noEarlier(first('delivered') ?? current.delivered_at, sentBy)
  const readAt = noEarlier(first('read', 'played') ?? current.read_at, deliveredAt ?? sentBy)
  return {
    status: isFailed ? 'failed' : names[reached]!,
    sent_at: sentAt,
    delivered_at: deliveredAt,
    read_at: readAt,
    error_code: error ? error.error_code : null,
    error_message: error ? error.error_message : null,
  }
}

/** Returns a time, or `limit` if that is later. */
function noEarlier(time: Date | null, limit: Date): Date | null {
  return time !== null && time < limit ? limit : time
}
