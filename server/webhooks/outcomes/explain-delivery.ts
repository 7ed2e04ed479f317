import { explainAttemptError } from '../explain-attempt-error.ts'

/** What a delivery has come to. */
export type DeliveryState = {
  id: string
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled'
  attempt_count: number
  last_error: string | null
  last_response_status: number | null
  next_attempt_at: Date | null
  held: boolean
  created_at: Date
  completed_at: Date | null
}

/** From when on a delivery counts as offered later, by a replay, and not with its event. */
const LATER_MS = 60_000

/** What a delivery has come to, in a sentence or two; `endpoint` as it is now. */
export function explainDelivery(
  delivery: DeliveryState,
  endpoint: { status: string; reason: string | null; since: Date },
  eventAt: Date,
): string {
  const isLater = delivery.created_at.getTime() - eventAt.getTime() > LATER_MS
  const later = isLater ? `A replay offered it on ${delivery.created_at.toISOString()}. ` : ''
  return later + explainStatus(delivery, endpoint)
}

function explainStatus(
  delivery: DeliveryState,
  endpoint: { status: string; reason: string | null; since: Date },
): string {
  const { status, attempt_count: tries, last_response_status: answer } = delivery
  const error = explainAttemptError(delivery.last_error, answer)
  const why = error ? ` ${error.meaning}` : ''
  const at = delivery.completed_at?.toISOString() ?? ''
  if (status === 'succeeded') return `Delivered on ${at}, at try ${tries}, answered ${answer}.`
  if (status === 'failed')
    return `Given up on ${at} after ${countTries(tries)}.${why} ${error?.advice ?? ''}`.trim()
  if (status === 'cancelled') {
    const isExpired = delivery.last_error === 'expired'
    return `Cancelled on ${at}: the endpoint was ${isExpired ? 'disabled for as long as deliveries are kept' : 'deleted before it was delivered'}.`
  }
  if (endpoint.status === 'disabled') {
    const reason =
      endpoint.reason === 'failing'
        ? 'it failed for days'
        : endpoint.reason === 'gone'
          ? 'it said that it is gone'
          : 'it was switched off'
    return `Waits: the endpoint is disabled since ${endpoint.since.toISOString()}, as ${reason}. It is sent once the endpoint is enabled.`
  }
  if (delivery.held)
    return 'Waits for an earlier event of the same conversation, which failed so far.'
  if (tries === 0) return 'Waits for its turn: earlier events of this endpoint go first.'
  const next = delivery.next_attempt_at
  return `Tried ${tries === 1 ? 'once' : `${tries} times`} without success.${why} ${next ? `The next try is on ${next.toISOString()}.` : 'It is tried again.'}`
}

function countTries(tries: number): string {
  return tries === 1 ? 'one try' : `${tries} tries`
}
