import type { Delivery } from '../deliveries/schema.ts'
import { explainAttemptError } from '../explain-attempt-error.ts'

/** The state of a delivery. */
export type DeliveryState = Omit<
  Delivery,
  'endpoint_id' | 'event_id' | 'event_type' | 'test' | 'thin'
>

/** A delivery that was created longer after its event than this was created by a replay. */
const LATER_MS = 60_000

/** Describes the state of a delivery in a sentence or two; `endpoint` as it is now. */
export function explainDelivery(
  delivery: DeliveryState,
  endpoint: { status: string; reason: string | null; since: Date },
  eventAt: Date,
): string {
  const isLater = delivery.created_at.getTime() - eventAt.getTime() > LATER_MS
  const later = isLater ? `Queued by a replay on ${delivery.created_at.toISOString()}. ` : ''
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
  if (status === 'succeeded')
    return `Delivered on ${at} with attempt ${tries}; the response was ${answer}.`
  if (status === 'failed')
    return `Failed on ${at} after ${countTries(tries)}.${why} ${error?.advice ?? ''}`.trim()
  if (status === 'cancelled') {
    const isExpired = delivery.last_error === 'expired'
    return `Canceled on ${at} because the endpoint was ${isExpired ? 'disabled for as long as deliveries are kept' : 'deleted before the event was delivered'}.`
  }
  if (endpoint.status === 'disabled') {
    const reason =
      endpoint.reason === 'failing'
        ? 'it failed for days'
        : endpoint.reason === 'gone'
          ? 'it responded with 410 Gone'
          : 'it was disabled manually'
    return `Pending: the endpoint is disabled since ${endpoint.since.toISOString()} because ${reason}. The event is delivered once the endpoint is enabled.`
  }
  if (delivery.held)
    return 'Blocked by an earlier event of the same conversation that has failed so far.'
  if (tries === 0) return 'Pending: earlier events of this endpoint are delivered first.'
  const next = delivery.next_attempt_at
  return `Attempted ${tries === 1 ? 'once' : `${tries} times`} without success.${why} ${next ? `The next attempt is on ${next.toISOString()}.` : 'It is retried.'}`
}

function countTries(tries: number): string {
  return tries === 1 ? 'one attempt' : `${tries} attempts`
}
